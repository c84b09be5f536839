import { useSyncExternalStore } from 'react'

/** Makes a hook that reads whether a media query matches; `unknown` stands for it where there is no window. */
export const mediaHook = (query: string, unknown: boolean): (() => boolean) => {
  let made: MediaQueryList | undefined
  // One for all who ask: to make it takes the browser longer than to answer, and each is garbage for the page.
  const list = () => (made ??= window.matchMedia(query))
  const heed = (changed: () => void) => {
    list().addEventListener('change', changed)
    return () => list().removeEventListener('change', changed)
  }
  return () =>
    useSyncExternalStore(
      heed,
      () => list().matches,
      () => unknown,
    )
}
