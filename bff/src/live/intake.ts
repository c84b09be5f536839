import type { Socket as TcpSocket } from 'node:net'
import type { Clock } from '@minefall/shared/node'
import type { WebSocket } from 'ws'
import type { BffSettings } from '../config.ts'
import { type Rate, TokenBucket } from './token-bucket.ts'

/** Milliseconds of holding back that are forgiven each second. */
const forgiven = 100

/** What every socket of a gateway may send. */
export type IntakeRules = {
  clock: Clock
  frames: Rate
  bytes: Rate
  patience: Rate
  /** Bytes of a frame above which it may hold a message that is too large. */
  large: number
}

export const intakeRules = (settings: BffSettings, clock: Clock): IntakeRules => {
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

/**
 * Counts everything one socket sends before any of it is decoded: messages of any kind, pings, pongs, and bytes, which
 * bound fragments too. What the limits on live messages can refuse and answer passes untouched; a socket that sends
 * more is read at the rate it may send, and is flooding when that took too long altogether.
 */
export class Intake {
  /** Whether a message came that is longer than one of ours may be; payloads are measured from then on. */
  sawLarge = false

  readonly #rules: IntakeRules
  readonly #stream: Pick<WebSocket, 'pause' | 'resume'>
  readonly #tcp: Pick<TcpSocket, 'bytesRead'>
  readonly #owner: { flooded(): void }
  readonly #frames: TokenBucket
  readonly #bytes: TokenBucket
  /** Made when it is first held back, which most never are. */
  #patience: TokenBucket | null = null
  #counted: number
  #heldUntil = 0
  #over = false
  #cancel: (() => void) | null = null

  /**
   * `tcp` tells the bytes read so far, those of frames that are no message yet included. The owner is told once, when
   * holding the socket back has not helped.
   */
  constructor(
    rules: IntakeRules,
    stream: Pick<WebSocket, 'pause' | 'resume'>,
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
  }

  /** It is gone: nothing is counted any more. */
  close(): void {
    this.#over = true
    this.#cancel?.()
  }

  /** A ping, a pong or a message of so many bytes came. */
  count(bytes = 0): void {
    if (this.#over) return
    if (bytes > this.#rules.large) this.sawLarge = true
    const total = this.#tcp.bytesRead
    const wait = Math.max(this.#frames.spend(1), this.#bytes.spend(total - this.#counted))
    this.#counted = total
    if (wait > 0) this.#hold(wait)
  }

  #hold(ms: number): void {
    const { clock } = this.#rules
    const time = clock.now()
    const longer = time + ms - Math.max(time, this.#heldUntil)
    if (longer <= 0) return
    this.#heldUntil = time + ms
    this.#patience ??= new TokenBucket(this.#rules.patience)
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
