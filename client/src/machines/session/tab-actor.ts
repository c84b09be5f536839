import { type EventObject, fromCallback } from 'xstate'
import { tokenKey, userKey } from './kept-session.ts'

export type TabEvent = { type: 'storage.changed' } | { type: 'tab.visible' }

/** `localStorage.clear()` names no key. */
const isOurs = (key: string | null) => key === null || key === tokenKey || key === userKey

/** The other tabs, as storage tells of them, and whether this one is looked at. */
export const tabActor = fromCallback<EventObject>(({ sendBack }) => {
  const tell = (event: TabEvent) => sendBack(event)
  const ended = new AbortController()
  const options = { signal: ended.signal }
  window.addEventListener('storage', ({ key }) => isOurs(key) && tell({ type: 'storage.changed' }), options)
  // A page that comes back from the browser's history heard nothing in the meantime.
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
