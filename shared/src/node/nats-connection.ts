import { setTimeout as delay } from 'node:timers/promises'
import {
  AuthorizationError,
  type NatsConnection as Connection,
  connect,
  headers,
  type Msg,
  PermissionViolationError,
  type Subscription,
} from '@nats-io/transport-node'
import { z } from 'zod'
import type { Unsubscribe } from './bus.ts'
import type { Logger } from './log.ts'
import { requestIdPattern } from './request-context.ts'
import { startupError } from './settings.ts'
import type { From } from './wire.ts'

/** NATS servers of one cluster, and what they know us by. */
type NatsServers = { servers: string[]; user?: string; pass?: string; token?: string }

const toServer = (part: string): URL | null => {
  const url = URL.canParse(part) ? new URL(part) : null
  const isServer =
    url !== null &&
    url.protocol === 'nats:' &&
    url.hostname !== '' &&
    /^\/?$/.test(url.pathname) &&
    url.search === ''
  return isServer ? url : null
}

/**
 * Reads `nats://user:password@host:4222,nats://other:4222`: all servers know us by the same name, which need be told
 * once; a user without a password is a token. Null when it can't be read.
 */
export const parseNatsUrl = (value: string): NatsServers | null => {
  const urls = value.split(',').map((part) => toServer(part.trim()))
  const known = urls.filter((url) => url !== null)
  const [first] = known
  if (first === undefined || known.length < urls.length) return null
  const { username, password } = known.find((url) => url.username !== '') ?? first
  const servers = known.map(({ host }) => host)
  if (username === '') return { servers }
  try {
    const user = decodeURIComponent(username)
    return password === '' ? { servers, token: user } : { servers, user, pass: decodeURIComponent(password) }
  } catch {
    return null
  }
}

/** The setting that names NATS servers, kept as text. */
export const natsUrl = () =>
  z
    .string()
    .refine(
      (value) => parseNatsUrl(value) !== null,
      'must be addresses that begin with nats://, with commas between them',
    )

/**
 * A server that died closes its sockets and is noticed at once. One that hangs, or whose network is gone, is noticed
 * by its silence: a ping each second, and lost when the third would be due with two unanswered, after 2 to 3 s. With
 * a single ping, our own event loop stalling for a second would be enough: its timer runs before the answer is read.
 */
const pingInterval = 1_000
const maxPingOut = 2
/** How long a server may take to greet after the dial. */
const dialMs = 2_000
/** The pause between two attempts at the same server, plus up to `jitterMs`, so that not all nodes come at once. */
const pauseMs = 100
const jitterMs = 150
/** When a refused subscription is tried again, in milliseconds: the server's configuration may be reloaded. */
const refusedAgainMs = 1_000
/** How often waiting for the first connection is logged. */
const patienceMs = 10_000

const requestIdHeader = 'Request-Id'
const traceparentHeader = 'traceparent'

export type NatsOptions = {
  /** `nats://user:password@host:4222`, several with commas between them. */
  url: string
  /** What the servers know us by where `url` names no user. */
  token?: string
  /** The name of this connection in what the server reports about it. */
  name: string
  log: Pick<Logger, 'info' | 'warn' | 'error'>
}

type Sending = { reply?: string; from?: From | undefined }

export type Listening = {
  stop(): void
  /** Sends nothing more, but receives what is on its way. */
  finish(): void
}

/** What a message was sent within, as its headers say. */
export const fromOf = ({ headers: given }: Msg): From | undefined => {
  if (!given) return undefined
  const id = given.get(requestIdHeader)
  return {
    requestId: requestIdPattern.test(id) ? id : undefined,
    traceparent: given.get(traceparentHeader) || undefined,
  }
}

const headersOf = ({ requestId, traceparent }: From) => {
  const made = headers()
  if (requestId !== undefined) made.set(requestIdHeader, requestId)
  if (traceparent !== undefined) made.set(traceparentHeader, traceparent)
  return made
}

type Listener = {
  subject: string
  queue: string | undefined
  hear: (message: Msg) => void
  at: Subscription | null
  isRefused: boolean
}

/**
 * A connection to NATS for as long as the process lives. Resolves with the first connection, however long that takes,
 * so that nodes may start before NATS does; credentials that are refused then are a start-up error. Whatever ends a
 * connection, another one is dialled until it is there, and what is listened to goes on.
 *
 * Each connection is new to the client library, which otherwise would not leave a hanging server with unread data:
 * it waits for its last write.
 */
export const natsConnection = async (options: NatsOptions) => {
  const { url, token, name, log } = options
  const known = parseNatsUrl(url)
  if (!known)
    throw startupError('NATS_URL must be addresses that begin with nats://, with commas between them.')
  const { servers, ...credentials } = known
  const shown = servers.join(', ')
  const listeners = new Set<Listener>()
  const watchers = new Set<(connected: boolean) => void>()
  let current: Connection | null = null
  let isConnected = false
  let closed = false

  const turn = (to: boolean) => {
    if (isConnected === to) return
    isConnected = to
    for (const watcher of watchers) queueMicrotask(() => watchers.has(watcher) && watcher(to))
  }

  const attach = (listener: Listener) => {
    const { subject, queue, hear } = listener
    if (!current || current.isClosed()) return
    const callback = (error: Error | null, message: Msg) => {
      if (!error) return hear(message)
      if (!listener.isRefused) log.error({ err: error, subject }, 'NATS refused a subscription')
      listener.isRefused = true
      const again = () => {
        if (listeners.has(listener) && listener.at === at) attach(listener)
      }
      setTimeout(again, refusedAgainMs).unref()
    }
    const at = current.subscribe(subject, queue === undefined ? { callback } : { callback, queue })
    listener.at = at
  }

  const dial = () => {
    let saidAt = Number.NEGATIVE_INFINITY
    return connect({
      ...(token === undefined ? {} : { token }),
      ...credentials,
      servers,
      name,
      pingInterval,
      maxPingOut,
      timeout: dialMs,
      reconnectTimeWait: pauseMs,
      reconnectJitter: jitterMs,
      reconnect: false,
      waitOnFirstConnect: true,
      noAsyncTraces: true,
      // Called before each attempt: the only way to end the attempts or report them.
      reconnectToServer: (pool) => {
        if (closed) throw new Error('closed')
        const isAgain = pool.some(({ lastConnect }) => lastConnect > 0)
        if (isAgain && performance.now() - saidAt >= patienceMs) {
          saidAt = performance.now()
          log.warn({ servers: shown }, 'NATS unreachable, retrying')
        }
        return null
      },
    })
  }

  /** Handles a silent server, and what servers complain about. */
  const watch = async (connection: Connection) => {
    for await (const status of connection.status()) {
      // Its listener knows.
      const isRefused =
        status.type === 'error' &&
        status.error instanceof PermissionViolationError &&
        status.error.operation === 'subscription'
      if (status.type === 'error' && !isRefused) log.error({ err: status.error }, 'NATS complains')
      if (status.type === 'ldm') log.info({ server: status.server }, 'a NATS server is about to stop')
      if (status.type !== 'staleConnection') continue
      log.warn({ server: connection.getServer() }, 'NATS is silent')
      turn(false)
      await connection.close()
    }
  }

  /** One connection, from its dial to its end; `up` is called once it is there. */
  const live = async (up: () => void) => {
    const connection = await dial()
    current = connection
    const ended = connection.closed()
    void watch(connection)
    for (const listener of listeners) attach(listener)
    // Subscriptions are in place before anyone learns that the connection is up.
    await Promise.race([connection.flush().catch(() => {}), ended])
    if (closed) await connection.close()
    if (!connection.isClosed()) {
      turn(true)
      log.info({ server: connection.getServer() }, 'connected to NATS')
      up()
    }
    const error = await ended
    turn(false)
    if (!closed) log.warn({ ...(error ? { err: error } : {}) }, 'the connection to NATS is lost')
  }

  const liveOn = async (up: () => void, refused: (error: unknown) => void) => {
    while (!closed) {
      try {
        await live(up)
      } catch (error) {
        if (closed) return
        refused(error)
        log.error({ err: error, servers: shown }, 'NATS refuses to connect')
        await delay(pauseMs + jitterMs)
      }
    }
  }

  let life: Promise<void> = Promise.resolve()
  await new Promise<void>((resolve, reject) => {
    life = liveOn(resolve, (error) => {
      const problem =
        error instanceof AuthorizationError ? 'does not know our credentials' : 'refuses to connect'
      reject(startupError(`NATS at ${shown} ${problem}; check NATS_URL and NATS_TOKEN.`, error))
    })
  }).catch((error: unknown) => {
    closed = true
    throw error
  })

  return {
    isConnected: () => isConnected,
    /** Calls back on each change of `isConnected`, never during this call. */
    onConnection(listener: (connected: boolean) => void): Unsubscribe {
      const own = (connected: boolean) => listener(connected)
      watchers.add(own)
      return () => watchers.delete(own)
    },
    /** The largest message in bytes, as the server announced; infinite before. */
    maxPayload: () => current?.info?.max_payload ?? Number.POSITIVE_INFINITY,
    /** Sends a message; without a connection it is lost. */
    send(subject: string, data: Uint8Array, { reply, from }: Sending = {}): void {
      // The library knows of an end before it reports it, and throws then. Subscriptions receive messages before the
      // connection is announced, and may answer.
      if (!current || current.isClosed()) return
      current.publish(subject, data, {
        ...(reply ? { reply } : {}),
        ...(from ? { headers: headersOf(from) } : {}),
      })
    },
    /** Subscribes, also on all later connections. `hear` must not throw. */
    listen(subject: string, hear: Listener['hear'], { queue }: { queue?: string } = {}): Listening {
      const listener: Listener = { subject, queue, hear, at: null, isRefused: false }
      listeners.add(listener)
      attach(listener)
      const leave = (how: (subscription: Subscription) => void) => {
        if (!listeners.delete(listener)) return
        if (listener.at && !listener.at.isClosed() && !current?.isClosed()) how(listener.at)
      }
      return {
        stop: () => leave((subscription) => subscription.unsubscribe()),
        finish: () => leave((subscription) => void subscription.drain().catch(() => {})),
      }
    },
    /** Resolves when the servers have read all that was sent; also when the connection is lost. */
    async flush(): Promise<void> {
      if (current && !current.isClosed())
        await Promise.race([current.flush().catch(() => {}), current.closed()])
    },
    async close(): Promise<void> {
      closed = true
      watchers.clear()
      await current?.close()
      await life
    },
  }
}
