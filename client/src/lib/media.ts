import { useSyncExternalStore } from 'react'

/** Makes a hook that reads whether a media query matches; `unknown` stands for it where there is no window. */
export const mediaHook = (query: string, unknown: boolean): (() => boolean) => {
  const heed = (changed: () => void) => {
    const list = window.matchMedia(query)
    list.addEventListener('change', changed)
    return () => list.removeEventListener('change', changed)
  }
  return () =>
    useSyncExternalStore(
      heed,
      () => window.matchMedia(query).matches,
      () => unknown,
    )
}
