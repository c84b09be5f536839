import { type EventObject, fromCallback } from 'xstate'

type SurroundingsEvent = { type: 'network.online' | 'network.offline' | 'tab.visible' | 'tab.woke' }

const lookEveryMs = 1_000
/** A tick that comes this much late means that the tab slept; background tabs tick once a second at best. */
const sleptMs = 4_000

/** The browser around us: its network, the tab's visibility, and jumps of the wall clock after a frozen tab. */
export const surroundingsActor = fromCallback<EventObject, { now: () => number }>(
  ({ input: { now }, sendBack }) => {
    const tell = (event: SurroundingsEvent) => sendBack(event)
    const ended = new AbortController()
    const options = { signal: ended.signal }
    let last = now()
    const look = () => {
      const passed = now() - last
      last = now()
      // A clock set back is as good a reason to take new samples as one that ran on.
      if (passed > lookEveryMs + sleptMs || passed < -sleptMs) tell({ type: 'tab.woke' })
    }
    window.addEventListener('online', () => tell({ type: 'network.online' }), options)
    window.addEventListener('offline', () => tell({ type: 'network.offline' }), options)
    window.addEventListener('pageshow', look, options)
    document.addEventListener(
      'visibilitychange',
      () => {
        if (document.visibilityState !== 'visible') return
        look()
        tell({ type: 'tab.visible' })
      },
      options,
    )
    document.addEventListener('resume', look, options)
    const timer = setInterval(look, lookEveryMs)
    return () => {
      ended.abort()
      clearInterval(timer)
    }
  },
)
