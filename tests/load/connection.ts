import { type ClientMessage, eagerPings, pingAfterMs } from '@minefall/shared/contracts/live'
import { hear } from './deliveries.ts'
import type { Dial, Link } from './link.ts'

/** A player's way to the servers, over one connection after another. */
export type Connection = {
  send(ack: number, name: string, payload: object): void
  silence(): void
  leave(): void
}

export type ConnectionEvents = {
  packet(packet: Buffer, bytes: number): void
  /** A connection was welcomed: from now on everything goes over it. */
  up(): void
  lost(why: string): void
}

export type ConnectionOptions = {
  dial: Dial
  auth: object
  events: ConnectionEvents
  /** Whether another connection follows on one that was lost. */
  comesBack: boolean
}

/** The product's client: client/src/machines/connection. */
const firstBoundMs = 300
const capMs = 1_000
const moveAgainMs = 1_000
const backoffMs = (attempt: number) => Math.random() * Math.min(capMs, firstBoundMs * 2 ** attempt)

/**
 * Opens a connection. One that its server asks to move, as it is about to stop, is followed by another before it is left,
 * as the product's client does.
 */
export const connection = ({ dial, auth, events, comesBack }: ConnectionOptions): Connection => {
  let current: Link | null = null
  let next: Link | null = null
  let attempt = 0
  let gone = false

  const again = (ms: number, open: () => void) =>
    void setTimeout(() => {
      if (!gone) open()
    }, ms)

  const welcomed = (link: Link) => {
    if (current !== link) current?.leave()
    current = link
    next = null
    attempt = 0
    events.up()
  }
  const lost = (link: Link, why: string) => {
    if (link !== next && link !== current) return
    const hadAnother = current !== null && link === next
    if (link === next) next = null
    else current = null
    if (hadAnother) return again(moveAgainMs, open)
    events.lost(why)
    // The other one is on its way already.
    if (!comesBack || next) return
    again(backoffMs(attempt), open)
    attempt += 1
  }
  const open = () => {
    if (next) return
    const link: Link = dial(auth, {
      packet(packet, bytes) {
        const kind = hear(packet)
        if (kind === 'welcome') welcomed(link)
        else if (kind === 'drain' && comesBack) open()
        else if (link === current || link === next) events.packet(packet, bytes)
      },
      lost: (why) => lost(link, why),
    })
    next = link
  }

  open()
  return {
    send: (ack, name, payload) => current?.send(ack, name, payload),
    silence() {
      gone = true
      current?.silence()
    },
    leave() {
      gone = true
      current?.leave()
      next?.leave()
    },
  }
}

type Trips = Pick<ClientMessage<'clock.ping'>, 'sentAt' | 'roundTripMs' | 'jitterMs'>

export type Heartbeat = {
  /** A connection is up: its first ping goes out at once. */
  start(): void
  /** The ping under way was answered. */
  answered(): void
  stop(): void
}

/** Round trips that the reported jitter covers, as in the product's client. */
const tripsKept = 8

/** Pings when the product's client does, and reports what it does; `ping` sends one. */
export const heartbeat = (ping: (trips: Trips) => void): Heartbeat => {
  let asked = 0
  let sentAt = 0
  let trips: number[] = []
  let timer: NodeJS.Timeout | undefined
  const beat = () => {
    asked += 1
    sentAt = performance.now()
    const steps = trips.slice(1).map((trip, index) => Math.abs(trip - (trips[index] ?? trip)))
    const jitterMs = steps.length > 0 ? steps.reduce((sum, step) => sum + step, 0) / steps.length : undefined
    ping({ sentAt, roundTripMs: trips.at(-1), jitterMs })
  }
  const stop = () => clearTimeout(timer)
  return {
    start() {
      stop()
      asked = 0
      trips = []
      beat()
    },
    answered() {
      trips = [...trips, performance.now() - sentAt].slice(-tripsKept)
      timer = setTimeout(beat, asked < eagerPings ? pingAfterMs.eager : pingAfterMs.atMatch)
    },
    stop,
  }
}
