import {
  type BusEvent,
  type BusEventName,
  type BusRequest,
  type BusRequestName,
  bodyCode,
  refuse,
} from '../contracts/index.ts'
import type { Reply } from './bus.ts'
import type { Logger } from './log.ts'
import { parseRequest } from './parse-message.ts'
import { currentRequestId } from './request-context.ts'

export type RequestHandler<N extends BusRequestName> = (
  payload: BusRequest<N>,
  reply: Reply<N>,
) => void | Promise<void>
export type EventHandler<N extends BusEventName> = (payload: BusEvent<N>, key: string | null) => void

export type HandlingOptions = { log: Pick<Logger, 'error'>; newRequestId: () => string }

const failed = <N extends BusRequestName>(
  name: N,
  error: unknown,
  reply: Reply<N>,
  { log, newRequestId }: HandlingOptions,
): void => {
  const requestId = currentRequestId() ?? newRequestId()
  log.error({ err: error, request: name, requestId }, 'a request’s handler failed')
  reply(refuse(bodyCode.ourFault, `internal error, request ${requestId}`))
}

/**
 * Has a payload answered as it came: 1001 where it has not the right shape, 1500 with the request's id where the
 * handler fails, whose cause the log has. Never throws. A handler that replied and then fails replies twice.
 */
export const handRequest = <N extends BusRequestName>(
  name: N,
  raw: unknown,
  { handler, reply }: { handler: RequestHandler<N>; reply: Reply<N> },
  options: HandlingOptions,
): void => {
  const parsed = parseRequest(name, raw)
  if (!parsed.ok) {
    reply(refuse(bodyCode.badParameters, parsed.problem))
    return
  }
  try {
    const done = handler(parsed.value, reply)
    if (done instanceof Promise) done.catch((error: unknown) => failed(name, error, reply, options))
  } catch (error) {
    failed(name, error, reply, options)
  }
}

/** Hands an event to whoever listens; a handler that fails is logged and harms nobody else. */
export const handEvent = <N extends BusEventName>(
  name: N,
  payload: BusEvent<N>,
  key: string | null,
  { handler, log }: { handler: EventHandler<N>; log: Pick<Logger, 'error'> },
): void => {
  try {
    // A handler may be asynchronous although nobody waits for it: its rejection must not end the process.
    const done: unknown = handler(payload, key)
    if (done instanceof Promise) done.catch((error: unknown) => notHeard(name, error, key, log))
  } catch (error) {
    notHeard(name, error, key, log)
  }
}

const notHeard = (name: BusEventName, error: unknown, key: string | null, log: Pick<Logger, 'error'>): void =>
  log.error({ err: error, event: name, key }, 'an event’s handler failed')

/** Hands an answer to whoever asked; one that fails is logged and harms nobody else. */
export const handAnswer = <N extends BusRequestName>(
  name: N,
  answer: Parameters<Reply<N>>[0],
  { reply, log }: { reply: Reply<N>; log: Pick<Logger, 'error'> },
): void => {
  try {
    reply(answer)
  } catch (error) {
    log.error({ err: error, request: name }, 'an answer’s handler failed')
  }
}
