import { useSyncExternalStore } from 'react'

/** Whether the player has asked their browser for few bytes. */
export const sparesData = (): boolean => {
  const connection = 'connection' in navigator ? navigator.connection : null
  return (
    typeof connection === 'object' &&
    connection !== null &&
    'saveData' in connection &&
    connection.saveData === true
  )
}

/** `ready`: the server has a newer release than this page is of. `postponed`: the player was shown, and said later. */
export type NewReleaseState = 'none' | 'ready' | 'postponed'

export const createNewRelease = () => {
  let state: NewReleaseState = 'none'
  const listeners = new Set<() => void>()
  const become = (next: NewReleaseState) => {
    state = next
    for (const listener of listeners) listener()
  }
  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** A newer release was seen, by the connection or by the worker. Said once. */
    tell: () => {
      if (state === 'none') become('ready')
    },
    /** Until the page is loaded the next time, which brings the new release on its own. */
    postpone: () => become('postponed'),
  }
}

/** Of this page. */
export const newRelease = createNewRelease()

export const useNewRelease = (): NewReleaseState =>
  useSyncExternalStore(newRelease.subscribe, newRelease.state, newRelease.state)
