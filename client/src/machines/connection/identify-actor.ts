import { type Answer, bodyCode } from '@minefall/shared/contracts'
import { type EventObject, fromCallback } from 'xstate'
import type { Wire } from './wire.ts'

type IdentifyEvent =
  | { type: 'identified'; as: Answer<'session.use'> }
  | { type: 'identify.failed'; retry: boolean }

const ofToken: readonly number[] = [bodyCode.tokenInvalid, bodyCode.tokenExpired]

/** Asks once that this connection be the player of this token, or the browser's guest. */
export const identifyActor = fromCallback<EventObject, { wire: Wire; token: string | null }>(
  ({ input: { wire, token }, sendBack }) => {
    const tell = (event: IdentifyEvent) => sendBack(event)
    let stopped = false
    wire.ask('session.use', { token }).then(({ code, data }) => {
      if (stopped) return
      if (data) tell({ type: 'identified', as: data })
      else tell({ type: 'identify.failed', retry: !ofToken.includes(code) })
    })
    return () => {
      stopped = true
    }
  },
)
