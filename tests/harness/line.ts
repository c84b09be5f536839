import type { Envelope } from '@minefall/shared/contracts'
import {
  type Answer,
  type ClientMessage,
  type ClientMessageName,
  type ClientToServer,
  decodeMove,
  followedSchema,
  protocolVersion,
  type ServerMessage,
  type ServerToClient,
} from '@minefall/shared/contracts/live'
import type { MatchId } from '@minefall/shared/game'
import { io, type Socket } from 'socket.io-client'
import { z } from 'zod'

export type Reply<N extends ClientMessageName> = Envelope<Answer<N>> | null

/** Sends a message. `reply` is called once: with the answer, or with null when none came. */
export type Send = <N extends ClientMessageName>(
  name: N,
  payload: ClientMessage<N>,
  reply: (answer: Reply<N>) => void,
) => void

/** What a connection tells its holder, in the order in which it came. */
export type LineEvents = {
  /** Every message, a packed move as what it says. */
  any?: (name: string, payload: unknown) => void
  events: (message: ServerMessage<'match.events'>) => void
  /** A packed move of a match that nothing was said about on this connection. */
  unknown: (packed: string) => void
  snapshot: (message: ServerMessage<'match.snapshot'>) => void
  balance: (message: ServerMessage<'balance'>) => void
  /** Whether play is paused through no fault of the player. */
  paused: (message: ServerMessage<'paused'>) => void
  /** The connection is over; `code` is the server's word for why, null when it said none. */
  lost: (code: string | null) => void
}

const ignored = () => {}
/** For callers who only want to be welcomed. */
export const hearNothing: LineEvents = {
  events: ignored,
  unknown: (packed) => {
    throw new Error(`a move that no one can read: ${packed}`)
  },
  snapshot: ignored,
  balance: ignored,
  paused: ignored,
  lost: ignored,
}

type LineSocket = Socket<ServerToClient, ClientToServer>

/** One live connection of a player. */
export type Line = { socket: LineSocket; welcome: ServerMessage<'welcome'>; send: Send; drop(): void }

export type Caller = {
  deviceId: string
  tab: string
  /** Of an account's session; without one the caller is a guest. */
  token?: string | undefined
  /** One of this machine's addresses to come from. */
  from?: string | undefined
  /** How long an answer may take, in milliseconds. */
  replyWithinMs?: number
}

const answerSchema = z.object({ data: z.object({ channel: followedSchema.shape.channel }) })

/** Connects; resolves when the server has said welcome, rejects when it did not. */
export const openLine = (url: string, caller: Caller, heard: LineEvents): Promise<Line> => {
  const { deviceId, tab, token, from, replyWithinMs = 10_000 } = caller
  const socket: LineSocket = io(url, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    timeout: replyWithinMs,
    auth: { protocol: protocolVersion, deviceId, tab, ...(token === undefined ? {} : { token }) },
    ...(from === undefined ? {} : { localAddress: from }),
  })
  const channels = new Map<number, MatchId>()
  let code: string | null = null
  socket.onAny((name, payload) => heard.any?.(name, name === 'm' ? decodeMove(payload) : payload))
  socket.on('match.events', heard.events)
  socket.on('m', (packed) => {
    const move = decodeMove(packed)
    const matchId = move && channels.get(move.channel)
    if (!move || !matchId) return heard.unknown(packed)
    heard.events({ matchId, seq: move.seq, events: move.events })
  })
  socket.on('match.snapshot', heard.snapshot)
  socket.on('balance', heard.balance)
  socket.on('paused', heard.paused)
  socket.on('close', (message) => {
    code = message.code
  })

  const send: Send = (name, payload, reply) => {
    const done = (error: Error | null, answer?: never) => {
      const followed = answerSchema.safeParse(answer)
      if (name === 'match.follow' && 'matchId' in payload && followed.success)
        channels.set(followed.data.data.channel, payload.matchId)
      reply(error ? null : (answer ?? null))
    }
    // The typed map can't relate a name that is a parameter to its payload.
    socket.timeout(replyWithinMs).emit(name, ...([payload, done] as never))
  }
  return new Promise((resolve, reject) => {
    const failed = (why: string) => {
      socket.disconnect()
      reject(new Error(why))
    }
    const early = (reason: string) => failed(code ?? reason)
    socket.once('connect_error', (error) => failed(error.message))
    socket.once('disconnect', early)
    socket.once('welcome', (welcome) => {
      socket.off('disconnect', early)
      socket.once('disconnect', () => heard.lost(code))
      resolve({ socket, welcome, send, drop: () => void socket.disconnect() })
    })
  })
}
