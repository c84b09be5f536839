export type Upload = {
  method: string
  headers: Readonly<Record<string, string>>
  body?: XMLHttpRequestBodyInit
  signal: AbortSignal
  /** Hears which share of the body is sent, from 0 to 1. */
  onProgress(share: number): void
}

/** As `fetch`, which can't tell how much of a body is sent. */
export const upload = (
  url: string,
  { method, headers, body, signal, onProgress }: Upload,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    request.responseType = 'blob'
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress(loaded / total)
    }
    request.onload = () => {
      const { status, response } = request
      const requestId = request.getResponseHeader('x-request-id')
      resolve(
        new Response(response, { status, ...(requestId && { headers: { 'x-request-id': requestId } }) }),
      )
    }
    request.onerror = () => reject(new TypeError('Network Error'))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort())
    if (signal.aborted) reject(signal.reason)
    else request.send(body)
  })
