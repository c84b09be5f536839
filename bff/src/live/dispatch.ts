import {
  bodyCode,
  type ClientMessage,
  type ClientMessageName,
  clientMessages,
  refuse,
} from '@minefall/shared/contracts'
import type { Logger } from '@minefall/shared/node'
import type * as z from 'zod/mini'
import type { BffSettings } from '../config.ts'
import type { Connection } from './connection.ts'
import { type Handlers, tooMany } from './handlers.ts'
import type { LiveMetrics } from './metrics.ts'

type Answerer = (answer: { code: number; msg: string; data: unknown }) => void

/** One message's way in: the field that is wrong, or the handler's promise if it is not done at once. */
type Take = (connection: Connection, payload: unknown, ack: Answerer) => WrongField | Promise<void> | null
type WrongField = { field: string; problem: string }

const route =
  <N extends ClientMessageName>(schema: z.ZodMiniType<ClientMessage<N>>, handle: Handlers[N]): Take =>
  (connection, payload, ack) => {
    const parsed = schema.safeParse(payload)
    if (parsed.success) return handle(connection, parsed.data, ack) ?? null
    const issue = parsed.error.issues[0]
    return { field: issue?.path.join('.') || 'payload', problem: issue?.message ?? 'wrong' }
  }

type Route = { take: Take; count: () => void }

const routes = (handlers: Handlers, metrics: LiveMetrics) => {
  const takes = {
    'clock.ping': route<'clock.ping'>(clientMessages['clock.ping'], handlers['clock.ping']),
    'session.use': route<'session.use'>(clientMessages['session.use'], handlers['session.use']),
    'lobby.watch': route<'lobby.watch'>(clientMessages['lobby.watch'], handlers['lobby.watch']),
    'lobby.unwatch': route<'lobby.unwatch'>(clientMessages['lobby.unwatch'], handlers['lobby.unwatch']),
    'lobby.find': route<'lobby.find'>(clientMessages['lobby.find'], handlers['lobby.find']),
    'lobby.host': route<'lobby.host'>(clientMessages['lobby.host'], handlers['lobby.host']),
    'match.sit': route<'match.sit'>(clientMessages['match.sit'], handlers['match.sit']),
    'match.reveal': route<'match.reveal'>(clientMessages['match.reveal'], handlers['match.reveal']),
    'match.open': route<'match.open'>(clientMessages['match.open'], handlers['match.open']),
    'match.leave': route<'match.leave'>(clientMessages['match.leave'], handlers['match.leave']),
    'match.follow': route<'match.follow'>(clientMessages['match.follow'], handlers['match.follow']),
    'match.unfollow': route<'match.unfollow'>(clientMessages['match.unfollow'], handlers['match.unfollow']),
    'match.emote': route<'match.emote'>(clientMessages['match.emote'], handlers['match.emote']),
    'match.rematch': route<'match.rematch'>(clientMessages['match.rematch'], handlers['match.rematch']),
    'chat.open': route<'chat.open'>(clientMessages['chat.open'], handlers['chat.open']),
    'chat.send': route<'chat.send'>(clientMessages['chat.send'], handlers['chat.send']),
    'chat.history': route<'chat.history'>(clientMessages['chat.history'], handlers['chat.history']),
    'chat.read': route<'chat.read'>(clientMessages['chat.read'], handlers['chat.read']),
    'chat.typing': route<'chat.typing'>(clientMessages['chat.typing'], handlers['chat.typing']),
  } satisfies Record<ClientMessageName, Take>
  return new Map<string, Route>(
    Object.entries(takes).map(([name, take]) => {
      // Looked up once: finding a counter by its labels costs more than what most guards here do.
      const counter = metrics.messages.labels(name)
      return [name, { take, count: () => counter.inc() }]
    }),
  )
}

export type DispatchOptions = {
  handlers: Handlers
  settings: BffSettings
  metrics: LiveMetrics
  log: Logger
  /** Ends the socket, at its address's cost: `kicked` for flooding, `protocol` for what no client of ours sends. */
  expel: (connection: Connection, code: 'kicked' | 'protocol', msg: string) => void
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
 * handler, and answers whatever came with an acknowledgement. Nothing a client sends throws here.
 */
export const dispatcher = ({ handlers, settings, metrics, log, expel }: DispatchOptions) => {
  const byName = routes(handlers, metrics)
  const unknownMessages = metrics.messages.labels('unknown')

  const strike = (connection: Connection, ack: Answerer | null, wrong: WrongField) => {
    metrics.malformed.inc()
    ack?.(refuse(bodyCode.badParameters, `${wrong.field}: ${wrong.problem}`, wrong))
    if (connection.strikes.take() > 0) expel(connection, 'protocol', 'too many malformed messages')
  }

  const fail = (name: string, ack: Answerer | null, error: unknown) => {
    log.error({ err: error, name }, 'a live message failed')
    ack?.(refuse(bodyCode.ourFault, 'something went wrong on our side'))
  }

  const findFault = ({ intake }: Connection, payloads: readonly unknown[]): WrongField | null => {
    // Without a large packet there is no large message.
    if (intake.sawLarge && payloads.some((payload) => sizeOf(payload) > settings.LIVE_MESSAGE_BYTES)) {
      return { field: 'payload', problem: `must be at most ${settings.LIVE_MESSAGE_BYTES} bytes` }
    }
    return payloads.length === 1 ? null : { field: 'payload', problem: 'must be one object' }
  }

  return (connection: Connection, name: string, args: readonly unknown[]): void => {
    if (connection.closing) return
    const last = args.at(-1)
    const answer = isAnswerer(last) ? last : null
    const payloads = answer ? args.slice(0, -1) : args
    const known = byName.get(name)
    if (known) known.count()
    else unknownMessages.inc()
    const ack: Answerer | null =
      answer &&
      ((envelope) => {
        if (envelope.code !== bodyCode.ok) metrics.refusals.inc({ code: envelope.code })
        answer(envelope)
      })

    const wait = connection.messages.take() || connection.player.messages.take()
    if (wait > 0) {
      ack?.(tooMany(wait, 'too many messages'))
      if (connection.refusals.take() > 0) expel(connection, 'kicked', 'too many messages')
      return
    }
    const wrong = known ? findFault(connection, payloads) : unknownEvent
    if (!known || !ack || wrong) {
      strike(connection, ack, wrong ?? noAnswerWanted)
      return
    }
    try {
      const result = known.take(connection, payloads[0], ack)
      if (result instanceof Promise) result.catch((error: unknown) => fail(name, ack, error))
      else if (result) strike(connection, ack, result)
    } catch (error) {
      fail(name, ack, error)
    }
  }
}
