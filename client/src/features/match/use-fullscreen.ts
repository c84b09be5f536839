import { useSyncExternalStore } from 'react'

const subscribe = (changed: () => void) => {
  document.addEventListener('fullscreenchange', changed)
  return () => document.removeEventListener('fullscreenchange', changed)
}
const isOn = () => document.fullscreenElement !== null

/** Fullscreen of the whole page, where the browser has it. */
export const useFullscreen = (): { possible: boolean; on: boolean; toggle(): void } => {
  const on = useSyncExternalStore(subscribe, isOn, () => false)
  return {
    possible: typeof document !== 'undefined' && document.fullscreenEnabled === true,
    on,
    toggle: () => {
      // A refusal (no gesture, a frame without permission) leaves the page as it was, which is visible enough.
      const change = on ? document.exitFullscreen() : document.documentElement.requestFullscreen()
      change.catch(() => undefined)
    },
  }
}
