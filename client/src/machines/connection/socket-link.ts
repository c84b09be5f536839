import { bodyCode, type Envelope, envelopeSchema, refuse } from '@minefall/shared/contracts'
import {
  type Answer,
  answers,
  type ClientMessage,
  type ClientMessageName,
  type ClientToServer,
  type CloseCode,
  closeCodes,
  decodeMove,
  protocolVersion,
  type ServerToClient,
  serverMessages,
} from '@minefall/shared/contracts/live'
import type { MatchId } from '@minefall/shared/game'
import { io, type Socket } from 'socket.io-client'
import * as z from 'zod/mini'
import type { Ask, Incoming, Link, LiveAnswer, OpenLink } from './link.ts'

/** How long socket.io may take to open one connection, in milliseconds. */
const connectTimeoutMs = 8_000

const isCloseCode = (value: unknown): value is CloseCode =>
  typeof value === 'string' && Object.hasOwn(closeCodes, value)

/** The match of each channel, from the answers to `match.follow` on this connection. */
export type Channels = Map<number, MatchId>

/** Unpacks a move; a problem, and so a reason to resume, when it is malformed or its channel is unknown. */
const readMove = (payload: unknown, channels: Channels): Incoming | { problem: string } => {
  const move = decodeMove(payload)
  if (!move) return { problem: 'not a move' }
  const matchId = channels.get(move.channel)
  if (matchId === undefined)
    return { problem: `a move on channel ${move.channel}, of which nothing is known` }
  return { name: 'match.events', payload: { matchId, seq: move.seq, events: move.events } }
}

/** Parses a message by its name; `problem` says how it breaks the contract. */
export const parseIncoming = (
  name: string,
  payload: unknown,
  channels: Channels,
): Incoming | { problem: string } => {
  if (name === 'm') return readMove(payload, channels)
  if (!Object.hasOwn(serverMessages, name)) return { problem: 'unknown message' }
  const schema: z.ZodMiniType = serverMessages[name as keyof typeof serverMessages]
  const parsed = schema.safeParse(payload)
  if (!parsed.success) return { problem: z.prettifyError(parsed.error) }
  return { name, payload: parsed.data } as Incoming
}

/**
 * Why a socket ended, by socket.io's reason. A killed server closes the transport; a broken network mostly closes
 * nothing and is noticed by silence.
 */
export const closeCodeOf = (reason: string, isOnline: boolean): CloseCode => {
  if (reason === 'ping timeout') return 'timeout'
  if (!isOnline) return 'network'
  return reason === 'transport error' ? 'network' : 'server'
}

const refusal = z.object({ code: z.int(), msg: z.string(), data: z.unknown() })

/** Opens one WebSocket with its own Manager, so that nothing is buffered into a later one. */
export const openSocketLink: OpenLink = (visitor, report) => {
  const socket: Socket<ServerToClient, ClientToServer> = io({
    auth: { ...visitor, protocol: protocolVersion },
    forceNew: true,
    reconnection: false,
    transports: ['websocket'],
    timeout: connectTimeoutMs,
  })
  const channels: Channels = new Map()
  let closed = false
  const end = (code: CloseCode | null) => {
    if (closed) return
    closed = true
    report({ type: 'closed', code })
    socket.disconnect()
  }

  socket.onAny((name: string, payload: unknown) => {
    if (closed) return
    const incoming = parseIncoming(name, payload, channels)
    if ('problem' in incoming) {
      report({ type: 'bad', name, problem: incoming.problem })
      return
    }
    if (incoming.name === 'close') {
      end(isCloseCode(incoming.payload.code) ? incoming.payload.code : 'server')
      return
    }
    report({ type: 'message', message: incoming })
  })
  socket.io.on('open', () => report({ type: 'opened' }))
  socket.on('disconnect', (reason) => end(closeCodeOf(reason, navigator.onLine)))
  socket.on('connect_error', (error) => {
    const told: unknown = 'data' in error ? error.data : null
    const code = typeof told === 'object' && told !== null && 'code' in told ? told.code : null
    end(isCloseCode(code) ? code : null)
  })

  const ask: Ask = <N extends ClientMessageName>(name: N, payload: ClientMessage<N>, timeoutMs = 5_000) =>
    new Promise<LiveAnswer<N>>((resolve) => {
      if (!socket.connected) {
        resolve(refuse(bodyCode.unavailable, 'no connection'))
        return
      }
      const answered = (error: Error | null, raw: unknown) => {
        if (error) {
          resolve(refuse(socket.connected ? bodyCode.timeout : bodyCode.unavailable, error.message))
          return
        }
        // Made here: what is sent does not wait for it.
        const parsed = envelopeSchema(answers[name]).safeParse(raw)
        if (parsed.success) {
          const answer = parsed.data as Envelope<Answer<N>>
          if (name === 'match.follow' && answer.data) {
            const { channel } = answer.data as Answer<'match.follow'>
            channels.set(channel, (payload as ClientMessage<'match.follow'>).matchId)
          }
          resolve(answer)
          return
        }
        // A refusal may carry other data than a success.
        const refused = refusal.safeParse(raw)
        if (refused.success && refused.data.code !== bodyCode.ok) {
          const { code, msg, data: detail } = refused.data
          resolve({ code, msg, data: null, detail })
          return
        }
        report({ type: 'bad', name, problem: z.prettifyError(parsed.error) })
        resolve(refuse(bodyCode.timeout, 'the answer was not understood'))
      }
      // socket.io types an acknowledgement per name; this one function reads them all from the raw value.
      const emit = socket.timeout(timeoutMs).emit as (
        name: string,
        payload: unknown,
        ack: (error: Error | null, raw: unknown) => void,
      ) => unknown
      emit.call(socket, name, payload, answered)
    })

  const link: Link = {
    ask,
    close: () => {
      closed = true
      socket.disconnect()
    },
  }
  return link
}
