import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '@minefall/shared/node'
import { Counter, type Registry } from 'prom-client'
import type { BffSettings } from '../config.ts'
import { lineOf, networkOf } from './address.ts'
import { type Turns, turnsOfConnections } from './turns.ts'

/** Why a connection is ended from this end: pipelined requests, an unread answer, too many of these. */
const endings = ['pipelined', 'unread', 'memory'] as const
type Ending = (typeof endings)[number]

export type Connections = Omit<Turns, 'inTurn'> & {
  /** A server for `listener` whose connections are bounded, read one request at a time, and must read their answers. */
  server(listener: RequestListener, options: ServerOptions): Server
  /** Ends a connection and counts why. */
  end(socket: Socket, reason: Ending): void
  /** Stops checking for unread answers. */
  close(): void
}

export type ConnectionsOptions = { settings: BffSettings; clock: Clock; registry: Registry }

/** How often progress is checked within the time an answer may stay unread. */
const looks = 4
/** The part of all connections that one line may have, no matter how many networks are in it. */
const shareOfLine = 2 / 5

/** Watches every incoming connection, HTTP or upgraded. */
export const watchConnections = ({ settings, clock, registry }: ConnectionsOptions): Connections => {
  const registers = [registry]
  const refused = new Counter({
    name: 'minefall_connections_refused_total',
    help: 'TCP connections ended as they opened: too many of one address, or in all',
    labelNames: ['reason'],
    registers,
  })
  const ended = new Counter({
    name: 'minefall_connections_ended_total',
    help: 'TCP connections ended for requests sent behind each other (pipelined), or for answers no one read (unread, memory)',
    labelNames: ['reason'],
    registers,
  })
  const [full, addressFull] = [refused.labels('full'), refused.labels('address-full')]
  for (const reason of [full, addressFull]) reason.inc(0)
  for (const reason of endings) ended.inc({ reason }, 0)
  const end = (socket: Socket, reason: Ending) => {
    if (socket.destroyed) return
    ended.inc({ reason })
    socket.destroy()
  }
  /** Progress of a connection being answered: bytes its reader has taken, and since when no more. */
  const seen = new Map<Socket, { taken: number; since: number }>()
  let cancelLook: (() => void) | null = null
  const look = () => {
    cancelLook = null
    const now = clock.now()
    for (const [socket, before] of seen) {
      const taken = socket.bytesWritten - socket.writableLength
      if (socket.writableLength === 0 || taken !== before.taken) Object.assign(before, { taken, since: now })
      else if (now - before.since >= settings.ANSWER_UNREAD_MS) end(socket, 'unread')
    }
    lookLater()
  }
  const lookLater = () => {
    if (cancelLook === null && seen.size > 0)
      cancelLook = clock.after(settings.ANSWER_UNREAD_MS / looks, look)
  }

  const turns = turnsOfConnections({
    begins(socket) {
      seen.set(socket, { taken: 0, since: clock.now() })
      lookLater()
    },
    ends: (socket) => seen.delete(socket),
    crowded: (socket) => end(socket, 'pipelined'),
  })

  /**
   * Limits open connections: Node itself those in total, this code those per address and per line. Behind proxies every
   * peer is a proxy, which limits its own clients.
   */
  const open = new Map<string, number>()
  const countOf = (network: string) => open.get(network) ?? 0
  const bound = (server: Server) => {
    server.maxConnections = settings.CONNECTIONS
    server.on('drop', () => full.inc())
    if (settings.TRUSTED_PROXIES > 0) return
    const most = settings.CONNECTIONS_PER_ADDRESS
    const mostOfLine = Math.max(most, Math.floor(settings.CONNECTIONS * shareOfLine))
    server.on('connection', (socket: Socket) => {
      const address = socket.remoteAddress ?? ''
      const [peer, line] = [networkOf(address), lineOf(address)]
      if (countOf(peer) >= most || (line !== null && countOf(line) >= mostOfLine)) {
        addressFull.inc()
        return void socket.destroy()
      }
      const counted = line === null ? [peer] : [peer, line]
      for (const network of counted) open.set(network, countOf(network) + 1)
      socket.once('close', () => {
        for (const network of counted) {
          const left = countOf(network) - 1
          if (left > 0) open.set(network, left)
          else open.delete(network)
        }
      })
    })
  }

  return {
    isAnswering: turns.isAnswering,
    afterAnswers: turns.afterAnswers,
    mayAnswer: turns.mayAnswer,
    end,
    server(listener, options) {
      // Node's own answers would take no turn: to a request without a host, or with an unknown expectation.
      const server = createServer({ ...options, requireHostHeader: false }, turns.inTurn(listener))
      server.on(
        'checkExpectation',
        turns.inTurn((_request, answer) => void answer.writeHead(417, { connection: 'close' }).end()),
      )
      bound(server)
      return server
    },
    close() {
      seen.clear()
      cancelLook?.()
    },
  }
}
