import {
  type BusAnswer,
  type BusEvent,
  type BusEventName,
  type BusRequest,
  type BusRequestName,
  bodyCode,
  type Envelope,
  refuse,
} from '../contracts/index.ts'
import type { Logger } from './log.ts'
import { parseRequest } from './parse-message.ts'
import { currentRequestId } from './request-context.ts'

export type RequestHandler<N extends BusRequestName> = (
  payload: BusRequest<N>,
) => Promise<Envelope<BusAnswer<N>>>
export type EventHandler<N extends BusEventName> = (payload: BusEvent<N>, key: string | null) => void

/**
 * What a responder answers to a payload as it came: 1001 where that has not the right shape, 1500 with the request's id
 * where the handler fails, whose cause the log has. Never rejects.
 */
export const answerOf = async <N extends BusRequestName>(
  name: N,
  raw: unknown,
  handler: RequestHandler<N>,
  { log, newRequestId }: { log: Pick<Logger, 'error'>; newRequestId: () => string },
): Promise<Envelope<BusAnswer<N>>> => {
  const parsed = parseRequest(name, raw)
  if (!parsed.ok) return refuse(bodyCode.badParameters, parsed.problem)
  try {
    return await handler(parsed.value)
  } catch (error) {
    const requestId = currentRequestId() ?? newRequestId()
    log.error({ err: error, request: name, requestId }, 'a request’s handler failed')
    return refuse(bodyCode.ourFault, `internal error, request ${requestId}`)
  }
}

/** Hands an event to whoever listens; a handler that fails is logged and harms nobody else. */
export const handEvent = <N extends BusEventName>(
  name: N,
  payload: BusEvent<N>,
  key: string | null,
  { handler, log }: { handler: EventHandler<N>; log: Pick<Logger, 'error'> },
): void => {
  const fail = (error: unknown) => log.error({ err: error, event: name, key }, 'an event’s handler failed')
  try {
    // A handler may be asynchronous although nobody waits for it: its rejection must not end the process.
    const done: unknown = handler(payload, key)
    if (done instanceof Promise) done.catch(fail)
  } catch (error) {
    fail(error)
  }
}
