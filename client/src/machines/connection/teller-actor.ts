import { type EventObject, fromCallback } from 'xstate'
import type { Wire, WireSignal } from './wire.ts'

/**
 * Tells the wire's listeners what the machine decided. An actor of its own, since listeners are machines too: told
 * from within one of our actions they would take their steps in the middle of ours.
 */
export const tellerActor = fromCallback<WireSignal & EventObject, { wire: Wire }>(
  ({ input: { wire }, receive }) => receive((signal) => wire.tell(signal)),
)
