import { type EventObject, fromCallback } from 'xstate'
import { tokenKey, userKey } from './stored-keys.ts'

export type TabEvent = { type: 'storage.changed' } | { type: 'tab.visible' }

/** `localStorage.clear()` names no key. */
const isOurs = (key: string | null) => key === null || key === tokenKey || key === userKey

/** Other tabs, by storage events, and this tab's visibility. */
export const tabActor = fromCallback<EventObject>(({ sendBack }) => {
  const tell = (event: TabEvent) => sendBack(event)
  const ended = new AbortController()
  const options = { signal: ended.signal }
  window.addEventListener('storage', ({ key }) => isOurs(key) && tell({ type: 'storage.changed' }), options)
  // A page restored from the browser's history missed storage events.
  window.addEventListener(
    'pageshow',
    ({ persisted }) => persisted && tell({ type: 'storage.changed' }),
    options,
  )
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'visible') tell({ type: 'tab.visible' })
    },
    options,
  )
  return () => ended.abort()
})
