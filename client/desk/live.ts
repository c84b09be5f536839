import {
  type ConnectionTotals,
  type DeskClientMessage,
  type DeskClientMessageName,
  type DeskServerMessage,
  type DeskServerMessageName,
  deskLivePath,
  deskServerMessages,
  watchedPlayersMost,
} from '@minefall/shared/contracts/desk'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { io } from 'socket.io-client'
import { createStore } from '../src/lib/store.ts'
import { connectionRows } from './connection-rows.ts'
import { session } from './session.ts'

/** What the server reported, with its name. */
type DeskMessage = {
  [N in DeskServerMessageName]: { name: N; payload: DeskServerMessage<N> }
}[DeskServerMessageName]

type LiveListener = {
  /** A message that was understood. */
  onMessage(message: DeskMessage): void
  onConnected(isConnected: boolean): void
}

type LiveConnection = {
  /** Nothing is shown while there is no connection: what matters is reported again after `welcome`. */
  tell<N extends DeskClientMessageName>(name: N, payload: DeskClientMessage<N>): void
  end(): void
}

/** Before it tries again after the server ended or refused it, in milliseconds. */
const againMs = 2_000

const isKnown = (name: string): name is DeskServerMessageName => Object.hasOwn(deskServerMessages, name)

/** The desk's live connection with the token of staff. It comes back on its own until it is ended. */
const connectLive = (token: string, { onMessage, onConnected }: LiveListener): LiveConnection => {
  const socket = io({
    path: deskLivePath,
    transports: ['websocket'],
    auth: { token },
    reconnectionDelay: 500,
    reconnectionDelayMax: 5_000,
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  /** socket.io leaves it to us to come back where the server itself ended or refused the connection. */
  const again = () => {
    if (socket.active) return
    clearTimeout(timer)
    timer = setTimeout(() => socket.connect(), againMs)
  }
  socket.on('connect', () => onConnected(true))
  socket.on('disconnect', () => {
    onConnected(false)
    again()
  })
  socket.on('connect_error', again)
  socket.onAny((name: string, payload: unknown) => {
    if (!isKnown(name)) return
    const read = deskServerMessages[name].safeParse(payload)
    if (read.success) onMessage({ name, payload: read.data } as DeskMessage)
  })
  return {
    tell: (name, payload) => {
      if (socket.connected) socket.emit(name, payload, () => undefined)
    },
    end: () => {
      clearTimeout(timer)
      socket.removeAllListeners()
      socket.disconnect()
    },
  }
}

/** Whose connections are watched: of these players, or of everyone. */
type Watch = DeskClientMessage<'connections.watch'>

/**
 * Whose connections are all here, once the rows of a watch have come beside these nodes: null as long as a node is still to tell of its
 * own, where someone may be connected whom no row shows.
 */
export const reportedBy = (
  watch: Watch | null,
  { nodes }: { nodes: readonly { reports: boolean }[] },
): Watch | null => (nodes.length > 0 && nodes.every(({ reports }) => reports) ? watch : null)

/** Whether all connections of this player, null for everyone, are here, so that no row means that there is none. */
export const isReportedFor = (reported: Watch | null, playerId: string | null): boolean =>
  reported !== null &&
  (reported.players === undefined || (playerId !== null && reported.players.includes(playerId)))

export type LiveState = {
  isConnected: boolean
  /** What waits for staff; without what they may not read. */
  counts: DeskServerMessage<'counts'>
  nodes: readonly { edge: string; reports: boolean }[]
  totals: ConnectionTotals | null
  /** When rows or totals came last, in milliseconds since 1970. */
  updatedAt: number | null
  /** Whose connections are all here; null while they are on their way. */
  reported: Watch | null
}

/** How long it waits for more before it says whose connections are wanted, in milliseconds. */
const watchAfterMs = 100
/** How often the server hears that someone sits here, in milliseconds: it waits 30 s. */
const presenceMs = 15_000

const nothing: LiveState = {
  ...{ isConnected: false, counts: {}, nodes: [], totals: null, updatedAt: null },
  reported: null,
}
const state = createStore(() => nothing)
const change = (next: Partial<LiveState>) => state.set({ ...state.current(), ...next })

const listeners = new Set<(message: DeskMessage) => void>()
let connection: LiveConnection | null = null
/** Whose rows the parts of the page want, each on its own; null for those of everyone. */
const wanted = new Map<symbol, readonly string[] | null>()
/** Whose rows come: as it was sent last. */
let watched: Watch | null = null
/** Whether the rows of that have all come that the server has. */
let isWhole = false
let watchTimer: ReturnType<typeof setTimeout> | undefined

/** Whose rows are wanted together; null for none. */
const wantedNow = (): Watch | null => {
  if (wanted.size === 0) return null
  const players = new Set([...wanted.values()].flatMap((some) => some ?? []))
  const isAll = players.size > watchedPlayersMost || [...wanted.values()].includes(null)
  return isAll ? {} : { players: [...players].sort() }
}

/** Tells the server whose rows are wanted, where that is new. */
const watch = () => {
  clearTimeout(watchTimer)
  const now = wantedNow()
  if (JSON.stringify(now) === JSON.stringify(watched)) return
  watched = now
  isWhole = false
  change({ reported: null })
  if (now) return connection?.tell('connections.watch', now)
  connection?.tell('connections.unwatch', {})
  connectionRows.clear()
}

/** The nodes are reported before the rows of a new watch, and again when they have reported theirs. */
const noteReported = () => {
  if (isWhole && state.current().reported === null) change({ reported: reportedBy(watched, state.current()) })
}

/** A page that is walked through row by row asks once, when it has come to rest. */
const watchSoon = () => {
  clearTimeout(watchTimer)
  watchTimer = setTimeout(watch, watchAfterMs)
}

export const take = (message: DeskMessage, token: string) => {
  switch (message.name) {
    case 'welcome':
      if (session.renew(token, message.payload.staff)) return location.reload()
      watched = null
      watch()
      connection?.tell('presence', {})
      break
    case 'counts':
      change({ counts: message.payload })
      break
    case 'connections.rows':
      connectionRows.apply(message.payload)
      isWhole ||= !message.payload.more
      change({ updatedAt: Date.now() })
      noteReported()
      break
    case 'connections.nodes':
      change({ nodes: message.payload.nodes })
      noteReported()
      break
    case 'connections.totals':
      change({ totals: message.payload, updatedAt: Date.now() })
      break
    case 'close':
      if (message.payload.code === 'signed-out') session.end(token, 'session-ended')
      break
    default:
  }
  for (const listener of listeners) listener(message)
}

/** Holds the live connection for as long as someone is signed in. Returns what ends it. */
export const startLive = (token: string): (() => void) => {
  connection = connectLive(token, {
    onMessage: (message) => take(message, token),
    onConnected: (isConnected) => change({ isConnected }),
  })
  const presence = setInterval(() => {
    if (document.visibilityState === 'visible') connection?.tell('presence', {})
  }, presenceMs)
  return () => {
    clearInterval(presence)
    connection?.end()
    connection = null
    connectionRows.clear()
    change(nothing)
  }
}

/** Tells the server something, as long as there is a connection. */
export const tellLive = <N extends DeskClientMessageName>(name: N, payload: DeskClientMessage<N>): void =>
  connection?.tell(name, payload)

/** What the desk hears all the time. */
export const useLive = <T>(select: (state: LiveState) => T): T => {
  const read = () => select(state.current())
  return useSyncExternalStore(state.subscribe, read, read)
}

/** Whether no row of this player, or of anyone, as a part of the page watches, means that they are not connected. */
export const useIsReported = (playerId: string | null = null): boolean =>
  useLive(({ reported }) => isReportedFor(reported, playerId))

/** Calls `hear` with each message of this name while it is on the page. */
export const useHeard = <N extends DeskServerMessageName>(
  name: N,
  hear: (payload: DeskServerMessage<N>) => void,
): void => {
  const latest = useRef(hear)
  latest.current = hear
  useEffect(() => {
    const listener = (message: DeskMessage) => {
      if (message.name === name) latest.current(message.payload as DeskServerMessage<N>)
    }
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }, [name])
}

/** Has the rows of all connections come while it is on the page, or those of one player alone. */
export const useWatch = (playerId: string | null = null): void => {
  useEffect(() => {
    const part = Symbol('watching')
    wanted.set(part, playerId === null ? null : [playerId])
    watchSoon()
    return () => {
      wanted.delete(part)
      watchSoon()
    }
  }, [playerId])
}
