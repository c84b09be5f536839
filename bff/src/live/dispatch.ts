import { randomUUID } from 'node:crypto'
import { bodyCode, refuse } from '@minefall/shared/contracts'
import type { Logger } from '@minefall/shared/node'
import * as z from 'zod/mini'
import type { BffSettings } from '../config.ts'
import { type TokenBucket, tooMany } from '../edge/token-bucket.ts'
import type { Intake } from './intake.ts'
import type { SocketMetrics } from './metrics.ts'

/** A socket, as far as limits on what it sends go. */
export type Sender = { intake: Intake; refusals: TokenBucket; strikes: TokenBucket; closing: boolean }

export type Answerer = (answer: { code: number; msg: string; data: unknown }) => void

type WrongField = { field: string; problem: string }

/** `M` maps message names to payloads. */
export type DispatchOptions<S extends Sender, M> = {
  schemas: { readonly [N in keyof M]: z.core.$ZodType<M[N]> }
  handlers: { readonly [N in keyof M]: (sender: S, payload: M[N], ack: Answerer) => void | Promise<void> }
  /** Takes one of the messages a socket may send: 0, or the milliseconds to wait. */
  take: (sender: S) => number
  settings: Pick<BffSettings, 'LIVE_MESSAGE_BYTES'>
  metrics: Pick<SocketMetrics, 'messages' | 'refusals' | 'malformed'>
  log: Logger
  /** Ends the socket, at its address's cost: `kicked` for flooding, `protocol` for what no client of ours sends. */
  expel: (sender: S, code: 'kicked' | 'protocol', msg: string) => void
}

/** Counts, parses and handles a message: the wrong field, or a promise if it is not done at once. */
type Way<S> = {
  count: () => void
  go: (sender: S, payload: unknown, ack: Answerer) => WrongField | Promise<void> | null
}

/** Bytes of JSON; what can't be written as JSON is larger than anything allowed. */
const sizeOf = (payload: unknown): number => {
  try {
    return Buffer.byteLength(JSON.stringify(payload) ?? '')
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

const unknownEvent: WrongField = { field: 'event', problem: 'no such message' }
const noAnswerWanted: WrongField = { field: 'acknowledgement', problem: 'is missing' }

const isAnswerer = (value: unknown): value is Answerer => typeof value === 'function'

/**
 * Takes every event a socket sends, known or not: counts it against the rates, measures and parses it, runs its
 * handler, and answers whatever came with an acknowledgement. A message is given an id when it fails, which its answer
 * and the log tell. Nothing a client sends throws here.
 */
export const dispatcher = <S extends Sender, M>(options: DispatchOptions<S, M>) => {
  const { schemas, handlers, take, settings, metrics, log, expel } = options
  const ways = new Map<string, Way<S>>()
  for (const name in schemas) {
    const [schema, handle] = [schemas[name], handlers[name]]
    // Looked up once: finding a counter by its labels costs more than most checks here.
    const counter = metrics.messages.labels(name)
    ways.set(name, {
      count: () => counter.inc(),
      go(sender, payload, ack) {
        const parsed = z.safeParse(schema, payload)
        if (parsed.success) return handle(sender, parsed.data, ack) ?? null
        const issue = parsed.error.issues[0]
        return { field: issue?.path.join('.') || 'payload', problem: issue?.message ?? 'wrong' }
      },
    })
  }
  const unknownMessages = metrics.messages.labels('unknown')

  const strike = (sender: S, ack: Answerer | null, wrong: WrongField) => {
    metrics.malformed.inc()
    ack?.(refuse(bodyCode.badParameters, `${wrong.field}: ${wrong.problem}`, wrong))
    if (sender.strikes.take() > 0) expel(sender, 'protocol', 'too many malformed messages')
  }

  const fail = (name: string, ack: Answerer | null, error: unknown) => {
    const requestId = randomUUID()
    log.error({ err: error, name, requestId }, 'a live message failed')
    ack?.(refuse(bodyCode.ourFault, `internal error, request ${requestId}`))
  }

  /** `count` of the arguments are payloads. */
  const findFault = ({ intake }: S, args: readonly unknown[], count: number): WrongField | null => {
    // Without a large packet there is no large message.
    if (
      intake.sawLarge &&
      args.slice(0, count).some((payload) => sizeOf(payload) > settings.LIVE_MESSAGE_BYTES)
    ) {
      return { field: 'payload', problem: `must be at most ${settings.LIVE_MESSAGE_BYTES} bytes` }
    }
    return count === 1 ? null : { field: 'payload', problem: 'must be one object' }
  }

  return (sender: S, name: string, args: readonly unknown[]): void => {
    if (sender.closing) return
    const last = args.at(-1)
    const answer = isAnswerer(last) ? last : null
    const known = ways.get(name)
    if (known) known.count()
    else unknownMessages.inc()
    const ack: Answerer | null =
      answer &&
      ((envelope) => {
        if (envelope.code !== bodyCode.ok) metrics.refusals.inc({ code: envelope.code })
        answer(envelope)
      })

    const wait = take(sender)
    if (wait > 0) {
      ack?.(tooMany(wait, 'too many messages'))
      if (sender.refusals.take() > 0) expel(sender, 'kicked', 'too many messages')
      return
    }
    const wrong = known ? findFault(sender, args, answer ? args.length - 1 : args.length) : unknownEvent
    if (!known || !ack || wrong) {
      strike(sender, ack, wrong ?? noAnswerWanted)
      return
    }
    try {
      const result = known.go(sender, args[0], ack)
      if (result instanceof Promise) result.catch((error: unknown) => fail(name, ack, error))
      else if (result) strike(sender, ack, result)
    } catch (error) {
      fail(name, ack, error)
    }
  }
}
