/** How often the server is looked for while the page is seen, in milliseconds. */
const lookEveryMs = 5_000

/**
 * Calls `go` once the server answers, now or when the network is back, and looks for it no longer. A network alone is not
 * enough: the answer is asked for past every cache.
 */
export const onceServerAnswers = (go: () => void, ended: AbortSignal): void => {
  const looking = new AbortController()
  const { signal } = looking
  const look = async () => {
    if (signal.aborted || document.visibilityState !== 'visible') return
    const answer = await fetch('/config.json', { cache: 'no-store', signal }).catch(() => null)
    // A network that wants a login first answers with a page of its own.
    const isOurs = answer?.ok && answer.headers.get('content-type')?.startsWith('application/json')
    if (!isOurs || signal.aborted) return
    looking.abort()
    go()
  }
  const timer = setInterval(look, lookEveryMs)
  signal.addEventListener('abort', () => clearInterval(timer))
  window.addEventListener('online', look, { signal })
  document.addEventListener('visibilitychange', look, { signal })
  // `AbortSignal.any` is younger than the browsers this is built for.
  ended.addEventListener('abort', () => looking.abort(), { signal })
  void look()
}
