import { useSyncExternalStore } from 'react'

const read = () => window.devicePixelRatio || 1

/** A `resolution` query matches one ratio only, so each change asks for a new one. */
const subscribe = (changed: () => void) => {
  let query = window.matchMedia(`(resolution: ${read()}dppx)`)
  const renew = () => {
    query.removeEventListener('change', renew)
    query = window.matchMedia(`(resolution: ${read()}dppx)`)
    query.addEventListener('change', renew)
    changed()
  }
  query.addEventListener('change', renew)
  return () => query.removeEventListener('change', renew)
}

/** Device pixels a CSS pixel, followed through zoom and moves between screens. */
export const usePixelRatio = (): number => useSyncExternalStore(subscribe, read, () => 1)
