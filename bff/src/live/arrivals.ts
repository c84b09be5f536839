import type { Socket as TcpSocket } from 'node:net'
import { bodyCode, type Envelope, refuse } from '@minefall/shared/contracts'
import type { CloseCode } from '@minefall/shared/contracts/live'
import { Deadline, turnstile } from '@minefall/shared/node'
import type { Socket } from 'socket.io'
import type { BffSettings } from '../config.ts'
import { clientAddress } from '../edge/address.ts'
import type { Gate, Visitor } from './gate.ts'
import type { GatewayOptions } from './ground.ts'
import { Intake, type IntakeRules, webSocketOf } from './intake.ts'
import type { SocketMetrics } from './metrics.ts'

export type ArrivalGround = Pick<
  GatewayOptions<SocketMetrics>,
  'settings' | 'clock' | 'deadlines' | 'metrics'
> & {
  gate: Gate
  rules: IntakeRules
}

/** How long a closed connection may take to go before its stream is cut, in milliseconds. */
export const goodbyeMs = 2_000

let arrived = 0

/** The arrival of each connection: all share the same listeners instead of closures per connection. */
const arrivals = new WeakMap<object, Arrival>()

function gone(this: object): void {
  arrivals.get(this)?.gone()
}

function broke(this: object): void {
  arrivals.get(this)?.broke()
}

export const arrivalOf = ({ conn }: Pick<Socket, 'conn'>): Arrival => {
  const arrival = arrivals.get(conn)
  if (!arrival) throw new Error('a socket came without a connection')
  return arrival
}

/** A connection from its upgrade on. Its deadline is first for the handshake, later for going away. */
export class Arrival extends Deadline {
  /** Counts up from the first: of two it says which came later, however long either waited in line. */
  readonly number = ++arrived
  readonly intake: Intake
  /** The network that it comes from, as limits count it and the platform takes it. */
  readonly address: string
  readonly conn: Socket['conn']
  readonly tcp: TcpSocket
  /** Ends it for flooding, once there is someone to tell; until then it is cut off. */
  expel: (() => void) | null = null

  readonly #ground: ArrivalGround
  readonly #visitor: Visitor
  #hasAsked = false

  constructor(engine: Socket['conn'], ground: ArrivalGround) {
    super()
    const { request } = engine
    const { gate, clock, deadlines, rules, settings } = ground
    this.conn = engine
    // Each thing that waits for its turn listens for the end; limits bound these, and Node would take them for a leak.
    engine.setMaxListeners(0)
    this.#ground = ground
    this.#visitor = gate.enter(request)
    this.tcp = request.socket
    this.address = clientAddress(request, settings.TRUSTED_PROXIES).slice(0, 64)
    deadlines.wind(this, clock.now() + settings.LIVE_CONNECT_MS)
    const stream = webSocketOf(request)
    for (const heard of [engine, stream]) arrivals.set(heard, this)
    engine.on('close', gone)
    stream.on('error', broke)
    this.intake = new Intake(rules, stream, this.tcp, this)
  }

  gone(): void {
    this.#ground.gate.leave(this.#visitor)
    this.intake.close()
    // The WebSocket's own close waits for the other end, which may never answer.
    this.goes()
  }

  /** After a broken or oversized frame the rest would only be read to be dropped. */
  broke(): void {
    this.offended()
    process.nextTick(() => this.tcp.pause())
  }

  flooded(): void {
    // Behind the answers to what was read with it: a flood may all arrive at once.
    if (this.expel) return void setImmediate(this.expel)
    this.offended()
    this.cutOff('kicked')
    this.tcp.destroy()
  }

  /** It was or is being closed for what it sent, and its address pays for that. */
  offended(): void {
    this.#ground.gate.offended(this.#visitor)
  }

  /** It asks to be let in; whether for the first time. */
  asks(): boolean {
    if (this.#hasAsked) return false
    this.#hasAsked = true
    this.#ground.deadlines.cancel(this)
    return true
  }

  /** It is being closed: should it not go in time, its stream is cut, as a queue that never drains keeps it from closing. */
  goes(): void {
    const isGoing = this.#hasAsked && this.isWound
    this.#hasAsked = true
    if (!isGoing) this.#ground.deadlines.wind(this, this.#ground.clock.now() + goodbyeMs)
  }

  cutOff(code: CloseCode): void {
    this.#ground.metrics.closes.inc({ code })
    this.conn.close(true)
  }

  override strike(): void {
    if (this.#hasAsked) this.tcp.destroy()
    else this.cutOff('timeout')
  }
}

/** Asks about a connection when it is its turn among those of its address, of which at most `longest` wait; 1503 otherwise. */
export const inLine = (settings: BffSettings, longest: number) => {
  const inTurn = turnstile<string>({ atOnce: settings.LIVE_IDENTIFYING_PER_ADDRESS, longest })
  return async <T>(
    { conn, address }: Pick<Arrival, 'conn' | 'address'>,
    ask: () => Promise<Envelope<T>>,
  ): Promise<Envelope<T>> =>
    (await inTurn(address, ask, conn)) ??
    refuse(bodyCode.unavailable, 'too many are coming from this address; try again')
}
