import type { IncomingMessage } from 'node:http'
import type { Socket as TcpSocket } from 'node:net'
import { type Clock, steadyOf } from '@minefall/shared/node'
import type { BffSettings } from '../config.ts'
import { type Rate, TokenBucket } from '../edge/token-bucket.ts'
import { type EventPacket, isPacket, isPong, readEvent } from './packet.ts'

type Listener = (this: WebSocketStream, data: Buffer, isBinary: boolean) => void

export type WebSocketStream = {
  listeners(event: 'message'): Listener[]
  removeAllListeners(event: 'message'): unknown
  on(event: 'message', listener: Listener): unknown
  on(event: 'error', listener: (this: WebSocketStream) => void): unknown
  prependListener(event: 'ping' | 'pong', listener: (this: WebSocketStream) => void): unknown
  pause(): void
  resume(): void
}

const isStream = (value: unknown): value is WebSocketStream =>
  typeof value === 'object' &&
  value !== null &&
  ['listeners', 'prependListener', 'on', 'pause', 'resume'].every((name) => name in value)

/** The WebSocket that engine.io made of an upgrade request. */
export const webSocketOf = (request: IncomingMessage): WebSocketStream => {
  if ('websocket' in request && isStream(request.websocket)) return request.websocket
  throw new Error('engine.io left no WebSocket on its request')
}

/** Who takes what a socket says without the libraries: their way through both costs more than what is asked for. */
export type Receiver = {
  take(event: EventPacket): void
  /** A ping was answered, which engine.io hears as well. */
  answered(): void
  /** From now on all that comes is the libraries'. */
  leaveToLibraries(): void
}

/** engine.io's mark of a binary packet in a text. */
const base64Mark = 0x62
/** Milliseconds of holding back that are forgiven each second. */
const forgiven = 100

export type IntakeRules = {
  clock: Clock
  frames: Rate
  bytes: Rate
  patience: Rate
  /** Bytes of a packet above which it may hold a message that is too large. */
  large: number
}

export const intakeRules = (settings: BffSettings, shown: Clock): IntakeRules => {
  const clock = steadyOf(shown)
  const { LIVE_FRAMES_PER_MESSAGE: perMessage, LIVE_MESSAGE_BYTES: large } = settings
  const rate = settings.LIVE_SOCKET_RATE
  const refusable = settings.LIVE_SOCKET_BURST + settings.LIVE_FLOOD_REFUSALS + settings.LIVE_STRIKES
  const now = () => clock.now()
  return {
    frames: { perSecond: rate * perMessage, burst: refusable * perMessage, now },
    bytes: { perSecond: rate * large, burst: refusable * large, now },
    patience: { perSecond: forgiven, burst: settings.LIVE_HELD_MS, now },
    ...{ clock, large },
  }
}

/** The intake of each stream: all share the same listeners instead of closures per stream. */
const intakes = new WeakMap<WebSocketStream, Intake>()

function hear(this: WebSocketStream, data: Buffer, isBinary: boolean): void {
  intakes.get(this)?.hear(data, isBinary)
}

function count(this: WebSocketStream): void {
  intakes.get(this)?.count()
}

/**
 * Counts everything one socket sends before any of it is decoded: messages of any kind, pings, pongs, and bytes, which
 * bound fragments too. What the limits on live messages can refuse and answer passes untouched; a socket that sends
 * more is read at the rate it may send, and is flooding when that took too long altogether.
 */
export class Intake {
  /** Whether a packet came that may hold a message above the limit; messages are measured from then on. */
  sawLarge = false
  /** Takes what is said, once it is welcome; null as long as that is the libraries'. */
  receiver: Receiver | null = null

  readonly #rules: IntakeRules
  readonly #stream: WebSocketStream
  readonly #tcp: Pick<TcpSocket, 'bytesRead'>
  readonly #owner: { flooded(): void }
  /** What engine.io hears its messages with. */
  readonly #engines: readonly Listener[]
  readonly #frames: TokenBucket
  readonly #bytes: TokenBucket
  /** Made when it is first held back. */
  #patience: TokenBucket | null = null
  #counted: number
  #heldUntil = 0
  #over = false
  #cancel: (() => void) | null = null

  /**
   * `tcp` tells the bytes read so far, those of frames that are no message yet included. The owner hears once that it is
   * flooded, when holding the socket back has not helped.
   */
  constructor(
    rules: IntakeRules,
    stream: WebSocketStream,
    tcp: Pick<TcpSocket, 'bytesRead'>,
    owner: { flooded(): void },
  ) {
    this.#rules = rules
    this.#stream = stream
    this.#tcp = tcp
    this.#owner = owner
    this.#frames = new TokenBucket(rules.frames)
    this.#bytes = new TokenBucket(rules.bytes)
    this.#counted = tcp.bytesRead
    this.#engines = stream.listeners('message')
    intakes.set(stream, this)
    stream.removeAllListeners('message')
    stream.on('message', hear)
    stream.prependListener('ping', count)
    stream.prependListener('pong', count)
  }

  hear(data: Buffer, isBinary: boolean): void {
    if (isBinary || data.length > this.#rules.large || data[0] === base64Mark) this.sawLarge = true
    this.count()
    if (this.#take(data, isBinary)) return
    for (const listener of this.#engines) listener.call(this.#stream, data, isBinary)
  }

  count(): void {
    if (this.#over) return
    const total = this.#tcp.bytesRead
    const wait = Math.max(this.#frames.spend(1), this.#bytes.spend(total - this.#counted))
    this.#counted = total
    if (wait > 0) this.#hold(wait)
  }

  /** It is gone: nothing is counted any more. */
  close(): void {
    this.#over = true
    this.#cancel?.()
  }

  /**
   * Whether it was an event that is taken here. Whatever else comes of socket.io leaves all that follows to the
   * libraries: two ways at a time would not keep the order.
   */
  #take(data: Buffer, isBinary: boolean): boolean {
    const { receiver } = this
    if (receiver === null) return false
    const event = isBinary ? null : readEvent(data)
    if (event !== null) receiver.take(event)
    else if (isBinary || isPacket(data)) {
      this.receiver = null
      receiver.leaveToLibraries()
    } else if (isPong(data)) receiver.answered()
    return event !== null
  }

  #hold(ms: number): void {
    const { clock, patience } = this.#rules
    const time = clock.now()
    const longer = time + ms - Math.max(time, this.#heldUntil)
    if (longer <= 0) return
    this.#heldUntil = time + ms
    this.#patience ??= new TokenBucket(patience)
    if (this.#patience.spend(longer) > 0) {
      this.close()
      // What is left is read to its end and dropped: the close would be lost behind it.
      this.#stream.resume()
      this.#owner.flooded()
      return
    }
    if (this.#cancel) return
    this.#stream.pause()
    this.#cancel = clock.after(ms, () => this.#letGo())
  }

  #letGo(): void {
    this.#cancel = null
    const left = this.#heldUntil - this.#rules.clock.now()
    if (left > 0) this.#cancel = this.#rules.clock.after(left, () => this.#letGo())
    else this.#stream.resume()
  }
}
