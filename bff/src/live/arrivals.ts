import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket as TcpSocket } from 'node:net'
import type { CloseCode } from '@minefall/shared/contracts/live'
import { Deadline } from '@minefall/shared/node'
import type { RawData, WebSocket } from 'ws'
import { clientAddress } from '../edge/address.ts'
import { deviceName } from '../health/index.ts'
import type { Gate, Visitor } from './gate.ts'
import type { GatewayOptions } from './ground.ts'
import { Intake, type IntakeRules } from './intake.ts'
import type { SocketMetrics } from './metrics.ts'
import { Outbox } from './outbox.ts'
import { type ClientPacket, disconnectFrame, packet, readPacket, textFrame } from './packet.ts'

/** Who is welcome over a connection, and hears what it says. */
export type Member = {
  hear(name: string, args: readonly unknown[]): void
  /** A ping was answered. */
  answered(): void
}

/** What every connection of a gateway arrives under. */
export type ArrivalGround<M extends Member> = Pick<
  GatewayOptions<SocketMetrics>,
  'settings' | 'clock' | 'deadlines' | 'metrics'
> & {
  gate: Gate
  rules: IntakeRules
  /** The client takes a connection for lost that brings no ping for longer than this and what a pong may take, in milliseconds. */
  pingMs: number
  /** It asks to be let in, by the `auth` of its handshake. */
  asked(arrival: Arrival<M>, auth: object): void
  /** It sends more than may be, for too long. */
  flooded(member: M): void
  /** The kernel did not take all that was sent. */
  filled(member: M): void
  /** It is over; `code` says why where nobody here ended it. */
  left(member: M, code: CloseCode): void
}

/** How long a closed connection may take to go before its stream is cut, in milliseconds. */
export const goodbyeMs = 2_000

type Event = Extract<ClientPacket, { type: 'event' }>

/** engine.io's mark of a binary message in a text. */
const binaryAsText = 0x62

const newId = () => randomBytes(15).toString('base64url')

/**
 * A connection, from its upgrade on: the server's half of engine.io and socket.io over one WebSocket. Its deadline is the one
 * for asking to be let in; from its end on, that for going.
 */
export class Arrival<M extends Member = Member> extends Deadline {
  readonly intake: Intake
  readonly outbox: Outbox
  /** The network that it comes from, as limits count it and the platform takes it. */
  readonly address: string
  readonly stream: WebSocket
  /** Such as `Android, Chrome`. */
  readonly device: string
  /** Who it is welcome as. */
  member: M | null = null
  isOver = false

  readonly #ground: ArrivalGround<M>
  readonly #tcp: TcpSocket
  readonly #visitor: Visitor
  #hasAsked = false
  /** An event whose binary parts are on their way. */
  #partial: Event | null = null

  constructor(stream: WebSocket, request: IncomingMessage, ground: ArrivalGround<M>) {
    super()
    const { gate, clock, deadlines, rules, settings, pingMs } = ground
    this.stream = stream
    this.#tcp = request.socket
    this.#ground = ground
    this.#visitor = gate.enter(request)
    this.address = clientAddress(request, settings.TRUSTED_PROXIES).slice(0, 64)
    this.device = deviceName(request.headers['user-agent'])
    this.intake = new Intake(rules, stream, this.#tcp, this)
    this.outbox = new Outbox(stream, this.#tcp, this)
    deadlines.wind(this, clock.now() + settings.LIVE_CONNECT_MS)
    stream.on('ping', (data) => {
      this.intake.count()
      stream.pong(data)
    })
    stream.on('pong', () => this.intake.count())
    stream.on('message', (data, isBinary) => this.#read(data, isBinary))
    stream.on('close', () => {
      this.#end('network')
      deadlines.cancel(this)
    })
    // After a broken or too large frame the rest is read only to be dropped: megabytes for the collector to find.
    stream.on('error', () => {
      this.#end('network')
      this.offended()
      process.nextTick(() => this.#tcp.pause())
    })
    const opened = {
      sid: newId(),
      upgrades: [],
      pingInterval: pingMs,
      pingTimeout: settings.LIVE_PING_TIMEOUT_MS,
    }
    this.outbox.send(
      textFrame(`0${JSON.stringify({ ...opened, maxPayload: settings.LIVE_TRANSPORT_BYTES })}`),
    )
  }

  /** It was or is being closed for what it sent, and its address pays for that. */
  offended(): void {
    this.#ground.gate.offended(this.#visitor)
  }

  /** It is let in as far as socket.io goes, and hears what is said from now on. */
  letIn(): void {
    this.outbox.send(textFrame(`40${JSON.stringify({ sid: newId() })}`))
  }

  /** Says why, and closes. */
  sayGoodbye(code: CloseCode, msg: string): void {
    this.outbox.send(packet('close', { code, msg }))
    this.outbox.send(disconnectFrame)
    this.cutOff(code)
  }

  /** Ends it without a word. */
  cutOff(code: CloseCode): void {
    // Of a member that is counted by who ends it, or hears that it left.
    if (!this.isOver && !this.member) this.#ground.metrics.closes.inc({ code })
    this.stream.close()
    this.#end(code)
  }

  /** Ends it at once; whatever is queued is lost. */
  destroy(): void {
    // The closing handshake would wait behind everything queued, which a reader that has stopped never takes.
    this.#tcp.destroy()
    this.#end('network')
  }

  flooded(): void {
    const { member } = this
    // Behind the answers to what was read with it: a flood may all arrive at once.
    if (member) return void setImmediate(() => this.#ground.flooded(member))
    this.offended()
    this.cutOff('kicked')
    this.#tcp.destroy()
  }

  filled(): void {
    if (this.member) this.#ground.filled(this.member)
  }

  override strike(): void {
    // The WebSocket's own close waits for the other end, which may never answer.
    if (this.isOver) this.#tcp.destroy()
    else this.cutOff('timeout')
  }

  #end(code: CloseCode): void {
    if (this.isOver) return
    const { gate, clock, deadlines, left } = this.#ground
    this.isOver = true
    gate.leave(this.#visitor)
    this.intake.close()
    deadlines.wind(this, clock.now() + goodbyeMs)
    if (this.member) left(this.member, code)
  }

  #read(data: RawData, isBinary: boolean): void {
    if (this.isOver || !Buffer.isBuffer(data)) return
    this.intake.count(data.length)
    const isPart = isBinary || data[0] === binaryAsText
    const said = isPart ? this.#withPart() : this.#partial ? null : readPacket(data)
    switch (said?.type) {
      case 'event':
        this.#hear(said)
        break
      case 'pong':
        this.member?.answered()
        break
      case 'connect':
        this.#ask(said.auth)
        break
      case 'elsewhere':
        this.outbox.send(textFrame(`44${said.namespace},{"message":"Invalid namespace"}`))
        break
      case 'nothing':
        break
      default:
        this.#leave()
    }
  }

  /** What is binary fits no message of ours: an event with such parts is refused for what stands in their place. */
  #withPart(): ClientPacket | null {
    const partial = this.#partial
    this.#partial = null
    return partial && { ...partial, parts: partial.parts - 1 }
  }

  #hear(said: Event): void {
    const { name, payloads, ack, parts } = said
    if (!this.member) this.#leave()
    else if (parts > 0) this.#partial = said
    else {
      if (ack !== null) payloads.push(this.outbox.answererOf(ack))
      this.member.hear(name, payloads)
    }
  }

  /** One admission a connection: asking again over the same one would get round the limits on handshakes. */
  #ask(auth: object): void {
    if (this.#hasAsked) {
      this.offended()
      this.cutOff('protocol')
      return
    }
    this.#hasAsked = true
    this.#ground.deadlines.cancel(this)
    this.#ground.asked(this, auth)
  }

  /** Who leaves has nothing more to say, and what no client says ends the connection. */
  #leave(): void {
    this.stream.close()
    this.#end('network')
  }
}
