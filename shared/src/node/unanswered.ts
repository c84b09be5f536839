import { bodyCode, type Envelope, refuse } from '../contracts/index.ts'

const unanswered = new WeakSet<object>()

/** A bus's own refusal, 1503, of a request that nobody answers or whose answer can't come any more. */
export const refuseUnanswered = (msg: string): Envelope<never> => {
  const envelope = refuse<never>(bodyCode.unavailable, msg)
  unanswered.add(envelope)
  return envelope
}

/**
 * Whether the bus itself made this refusal: nobody answers, the bus is closed or not connected, or the connection was
 * lost while the answer was waited for. Known by the very object, not by its code: a responder that answers 1503 has
 * spoken. Only in the last of these cases may somebody have acted on the request, so that whoever asks again must be
 * able to repeat it. A request that ran out of time (1504) is not among them: it may well have been acted on, and
 * there is no time left to ask again.
 */
export const isUnanswered = (envelope: Envelope<unknown>): boolean => unanswered.has(envelope)
