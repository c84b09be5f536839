/**
 * How a request is answered. `network`: as if there were no worker. `page`: from the network, and the offline page
 * without one. `kept`: from what is kept, since a file under `/assets/` never changes; from the network when it is not.
 */
export type Way = 'network' | 'page' | 'kept'

/** Paths that are no pages of the client, and always what the server says now. */
const served = ['/api', '/desk', '/dev', '/docs', '/healthz', '/metrics', '/readyz', '/sandbox', '/socket.io']

const isServed = (path: string) => served.some((root) => path === root || path.startsWith(`${root}/`))

/** `origin` is that of the worker's own address. */
export const wayOf = (
  { url, method, mode }: Pick<Request, 'url' | 'method' | 'mode'>,
  origin: string,
): Way => {
  const { origin: from, pathname } = new URL(url)
  if (method !== 'GET' || from !== origin || isServed(pathname)) return 'network'
  if (mode === 'navigate') return /\.\w+$/.test(pathname) ? 'network' : 'page'
  return pathname.startsWith('/assets/') ? 'kept' : 'network'
}
