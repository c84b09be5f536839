import { randomUUID } from 'node:crypto'
import type { BusAnswer, BusEvent, BusEventName, BusRequest, BusRequestName } from '../contracts/bus/index.ts'
import { bodyCode, type Envelope, refuse } from '../contracts/index.ts'
import {
  type AskOptions,
  type Bus,
  busOver,
  isUnanswered,
  type Reply,
  refuseUnanswered,
  requestTimeoutMs,
} from './bus.ts'
import { type Clock, systemClock } from './clock.ts'
import { Deadline, Deadlines } from './deadlines.ts'
import type { Logger } from './log.ts'
import { parseRequest } from './parse-message.ts'
import { currentOrigin, currentRequestId, within, withRequestId } from './request-context.ts'
import type { Tracer } from './traces.ts'
import { noOne, type OnEvent, type TakeAnswer, type Wire } from './wire.ts'

export type BusOptions = {
  log: Pick<Logger, 'error' | 'warn'>
  clock?: Clock
  /** Gives a request whose handler failed an id, for answer and log, unless it has one. */
  newRequestId?: () => string
  /** Follows traces from one process to the next. */
  tracer?: Tracer | undefined
}

/** How long `close` waits until requests of others are answered, in milliseconds. */
export const busDrainMs = 1_000

type RequestHandler<N extends BusRequestName> = (
  payload: BusRequest<N>,
  reply: Reply<N>,
) => void | Promise<void>
type EventHandler<N extends BusEventName> = (payload: BusEvent<N>, key: string | null) => void

/** Calls a handler. One that throws or rejects harms no one else. */
const hand = (take: () => unknown, failed: (error: unknown) => void): void => {
  try {
    const done = take()
    if (done instanceof Promise) done.catch(failed)
  } catch (error) {
    failed(error)
  }
}

/**
 * A bus over the wire that `connect` makes. Nothing is stored: without a connection events are dropped and counted
 * and requests refused, and a lost connection ends those that wait.
 */
export const wireBus = (
  connect: (take: TakeAnswer) => Wire,
  { log, clock = systemClock, newRequestId = randomUUID, tracer }: BusOptions,
): Bus => {
  const deadlines = new Deadlines(clock)
  /** A request that waits for its answer: its own deadline. */
  class Question<N extends BusRequestName> extends Deadline {
    readonly token: number
    readonly name: N
    readonly reply: Reply<N>
    readonly timeoutMs: number

    constructor(token: number, name: N, reply: Reply<N>, timeoutMs: number) {
      super()
      this.token = token
      this.name = name
      this.reply = reply
      this.timeoutMs = timeoutMs
    }

    settle(answer: Envelope<BusAnswer<N>>): void {
      if (!waiting.delete(this.token)) return
      deadlines.cancel(this)
      handAnswer(this.name, this.reply, answer)
    }

    override strike(): void {
      this.settle(refuse(bodyCode.timeout, `no answer to ${this.name} within ${this.timeoutMs} ms`))
    }
  }
  const waiting = new Map<number, Question<BusRequestName>>()
  let asked = 0
  /** The wire's listener for a handler: one for all its keys, since those may be thousands. */
  const hearing = new WeakMap<object, { name: BusEventName; hear: OnEvent }>()
  /** Answers in progress, and what waits for them to end. */
  let answering = 0
  let whenAnswered = () => {}
  let dropped = 0
  let closing: Promise<void> | null = null

  const continued = (traceparent: string | undefined, name: string, kind: 'server' | 'consumer') =>
    traceparent === undefined ? undefined : tracer?.follow(traceparent, name, kind)
  const handAnswer = <N extends BusRequestName>(name: N, reply: Reply<N>, answer: Envelope<BusAnswer<N>>) =>
    hand(
      () => reply(answer),
      (error) => log.error({ err: error, request: name }, 'an answer’s handler failed'),
    )
  const answerIn = <N extends BusRequestName>(name: N, value: unknown): Envelope<BusAnswer<N>> => {
    if (value === noOne) return refuseUnanswered(`no one answers ${name}`)
    const read = wire.reads.answer(name, value)
    if (read.ok) return read.value
    log.error({ request: name, problem: read.problem }, 'an answer can’t be read')
    return refuse(bodyCode.ourFault, `the answer to ${name} can’t be read`)
  }
  const wire = connect((token, value) => {
    const question = waiting.get(token)
    question?.settle(answerIn(question.name, value))
  })
  const abandonAll = () => {
    for (const question of [...waiting.values()])
      question.settle(
        refuseUnanswered(
          closing ? 'the bus is closed' : `the connection was lost while ${question.name} was under way`,
        ),
      )
  }
  wire.onConnection((connected) => {
    if (!connected) return abandonAll()
    if (dropped > 0) log.warn({ dropped }, 'events were dropped while there was no connection')
    dropped = 0
  })

  const answered = () =>
    new Promise<void>((resolve) => {
      whenAnswered = resolve
      if (answering === 0) resolve()
    })

  return busOver({
    ask: <N extends BusRequestName>(
      name: N,
      payload: BusRequest<N>,
      reply: Reply<N>,
      { timeoutMs = requestTimeoutMs, at }: AskOptions = {},
    ) => {
      const refused = (answer: Envelope<never>) =>
        queueMicrotask(() => withRequestId(undefined, () => handAnswer(name, reply, answer)))
      if (closing) return refused(refuseUnanswered('the bus is closed'))
      if (!wire.isConnected()) return refused(refuseUnanswered('the bus is not connected'))
      const token = asked++
      const origin = currentOrigin()
      const span = origin?.span?.part(`ask ${name}`, 'client')
      const from = origin && { requestId: origin.requestId, traceparent: span?.traceparent }
      const problem = wire.ask(name, at ?? null, { value: payload, token, from })
      if (problem !== null) return refused(refuse(bodyCode.badParameters, `${name}: ${problem}`))
      const heard: Reply<N> = span
        ? (answer) => {
            span.end(answer.code)
            reply(answer)
          }
        : reply
      const question = new Question(token, name, heard, timeoutMs)
      waiting.set(token, question)
      deadlines.wind(question, clock.now() + timeoutMs)
    },

    answer: <N extends BusRequestName>(name: N, handler: RequestHandler<N>, { at }: { at?: string } = {}) =>
      wire.answer(name, at ?? null, (asked) => {
        let isAnswered = false
        answering += 1
        const span = continued(asked.from?.traceparent, `answer ${name}`, 'server')
        const reply: Reply<N> = (envelope) => {
          if (isAnswered) return
          isAnswered = true
          // A handler whose own request was not answered has still answered.
          const problem = asked.answer(isUnanswered(envelope) ? { ...envelope } : envelope)
          if (problem !== null) {
            log.error({ request: name }, `the answer to ${name}: ${problem}`)
            asked.answer(refuse(bodyCode.ourFault, `the answer to ${name}: ${problem}`))
          }
          span?.end(envelope.code)
          answering -= 1
          if (answering === 0) whenAnswered()
        }
        const failed = (error: unknown) => {
          const requestId = currentRequestId() ?? newRequestId()
          log.error({ err: error, request: name, requestId }, 'a request’s handler failed')
          reply(refuse(bodyCode.ourFault, `internal error, request ${requestId}`))
        }
        const parsed = parseRequest(name, asked.value)
        const origin = asked.from && { requestId: asked.from.requestId, span }
        if (parsed.ok) within(origin, () => hand(() => handler(parsed.value, reply), failed))
        else reply(refuse(bodyCode.badParameters, parsed.problem))
      }),

    publish: (name, key, payload) => {
      if (closing) return
      if (!wire.isConnected()) {
        dropped += 1
        return
      }
      const span = currentOrigin()?.span?.part(`publish ${name}`, 'producer')
      const problem = wire.publish(name, key, payload, span?.traceparent)
      span?.end()
      if (problem !== null) log.error({ event: name, key }, `${name}: ${problem}`)
    },

    subscribe: <N extends BusEventName>(name: N, key: string | null, handler: EventHandler<N>) => {
      const known = hearing.get(handler)
      if (known?.name === name) return wire.subscribe(name, key, known.hear)
      const hear: OnEvent = (value, told, traceparent) => {
        if (closing) return
        const read = wire.reads.event(name, value)
        if (!read.ok)
          return log.warn({ event: name, key: told, problem: read.problem }, 'an event can’t be read')
        const failed = (error: unknown) =>
          log.error({ err: error, event: name, key: told }, 'an event’s handler failed')
        const take = () => hand(() => handler(read.value, told), failed)
        const span = continued(traceparent, `hear ${name}`, 'consumer')
        if (!span) return take()
        within({ span }, take)
        span.end()
      }
      hearing.set(handler, { name, hear })
      return wire.subscribe(name, key, hear)
    },

    isConnected: () => !closing && wire.isConnected(),
    onConnection: (listener) => wire.onConnection(listener),

    close: () => {
      closing ??= (async () => {
        let cancel = () => {}
        const late = new Promise<void>((resolve) => {
          cancel = clock.after(busDrainMs, resolve)
        })
        if (wire.isConnected()) await Promise.race([wire.finish?.(answered), late])
        cancel()
        await wire.close()
      })()
      abandonAll()
      deadlines.close()
      return closing
    },
  })
}
