import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** Takes the first file that is dropped on a place; anyone who has no pointer has the button there. */
export const useFileDrop = (take: (file: File | undefined) => void) => {
  const place = useRef<HTMLDivElement>(null)
  const [isOver, setOver] = useState(false)
  const taken = useEffectEvent(take)
  useEffect(() => {
    const element = place.current
    if (!element) return
    const over = (event: DragEvent) => {
      // Without this the browser would open the file in place of the page.
      event.preventDefault()
      setOver(event.type === 'dragover')
    }
    const drop = (event: DragEvent) => {
      over(event)
      taken(event.dataTransfer?.files[0])
    }
    element.addEventListener('dragover', over)
    element.addEventListener('dragleave', over)
    element.addEventListener('drop', drop)
    return () => {
      element.removeEventListener('dragover', over)
      element.removeEventListener('dragleave', over)
      element.removeEventListener('drop', drop)
    }
  }, [])
  return { place, isOver }
}

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
