/** Idle or not, what waits for it runs after so many milliseconds. */
const mostMs = 5_000

/** Safari has none. */
const askIdle: typeof requestIdleCallback | undefined = globalThis.requestIdleCallback

/** Runs after the page is shown and has nothing better to do. */
export const whenIdle = (run: () => void): void => {
  if (askIdle) askIdle(run, { timeout: mostMs })
  else setTimeout(run, mostMs)
}
