import type { Socket as TcpSocket } from 'node:net'
import { type Packet, pingFrame, textFrame } from './packet.ts'

type Engine = {
  readyState: string
  on(event: 'packetCreate', listener: (this: Engine, packet: { data?: unknown }) => void): unknown
  on(event: 'flush', listener: (this: Engine) => void): unknown
  write(text: string): unknown
  close(discard: true): unknown
}

const sizeOf = (data: unknown) =>
  typeof data === 'string' ? Buffer.byteLength(data) : data instanceof Uint8Array ? data.byteLength : 0

/** The outbox of each: all share the same listeners instead of closures per connection. */
const outboxes = new WeakMap<Engine, Outbox>()

function created(this: Engine, { data }: { data?: unknown }): void {
  outboxes.get(this)?.holds(data)
}

function flushed(this: Engine): void {
  outboxes.get(this)?.holdsNothing()
}

/** Outboxes with answers to flush at the end of this turn of the event loop. */
let answering: Outbox[] = []
const endTurn = () => {
  const those = answering
  answering = []
  for (const outbox of those) outbox.flush()
}

/**
 * What waits to be read by the other end of a socket.
 *
 * engine.io holds packets back while an earlier one has not been taken by the kernel, and hands the whole buffer
 * to the WebSocket at once when it has: between two flushes the packets made are the packets held. Without
 * compression the WebSocket in turn writes to the TCP stream at once. So a frame that is written to the stream while
 * nothing is held stands behind everything sent before, and costs a tenth of a packet's way through engine.io.
 */
export class Outbox {
  readonly #engine: Engine
  readonly #tcp: TcpSocket
  readonly #owner: { filled(): void }
  #held = 0
  /** Answer frames waiting for the end of the turn, or for the next message. */
  #answers: Buffer | null = null

  /** The owner hears when the kernel did not take all that was sent, over and over as long as it is so. */
  constructor(engine: Engine, tcp: TcpSocket, owner: { filled(): void }) {
    this.#engine = engine
    this.#tcp = tcp
    this.#owner = owner
    outboxes.set(engine, this)
    engine.on('packetCreate', created)
    engine.on('flush', flushed)
  }

  /** engine.io has made a packet. */
  holds(data: unknown): void {
    this.flush()
    // What engine.io wrote before is still there.
    if (this.#held > 0 || this.#tcp.writableLength > 0) this.#owner.filled()
    // A packet has a type, if nothing else.
    this.#held += 1 + sizeOf(data)
  }

  /** engine.io has handed all over that it held. */
  holdsNothing(): void {
    this.#held = 0
  }

  /** Sends in order, whichever way. Nothing is sent to a closing connection. */
  send({ text, frame }: Packet): void {
    if (!this.#isOpen()) return
    if (this.#held > 0) {
      this.#engine.write(text)
      return
    }
    const answers = this.#answers
    this.#answers = null
    this.#write(answers === null ? frame : Buffer.concat([answers, frame]))
  }

  /**
   * Acknowledges, once, the message that asked for `ack`, its number. The answer leaves in one write with what is sent
   * next, at the end of this turn of the event loop at the latest.
   */
  answererOf(ack: string): (answer: unknown) => void {
    let isAnswered = false
    return (answer) => {
      if (isAnswered) return
      const text = `3${ack}[${JSON.stringify(answer)}]`
      isAnswered = true
      this.#answer(text)
    }
  }

  flush(): void {
    const answers = this.#answers
    if (answers === null) return
    this.#answers = null
    if (this.#isOpen()) this.#write(answers)
  }

  /** Pings, unless the ping would wait behind held packets. Returns whether it did. */
  ping(): boolean {
    if (!this.#isOpen() || this.#held > 0) return false
    this.flush()
    this.#write(pingFrame)
    return true
  }

  /** Bytes that the kernel has not taken yet: those that wait here, in engine.io's buffer and in the TCP stream. */
  queued(): number {
    return this.#held + (this.#answers?.length ?? 0) + this.#tcp.writableLength
  }

  /** Ends the connection at once; whatever is queued is lost. */
  destroy(): void {
    this.#answers = null
    // `close()` alone waits for the buffer to drain, which a reader that has stopped never lets happen; and the
    // WebSocket's closing handshake would wait behind everything queued, so the stream goes too.
    this.#engine.close(true)
    this.#tcp.destroy()
  }

  #answer(text: string): void {
    if (!this.#isOpen()) return
    if (this.#held > 0) {
      this.#engine.write(text)
      return
    }
    const frame = textFrame(`4${text}`)
    if (this.#answers !== null) {
      this.#answers = Buffer.concat([this.#answers, frame])
      return
    }
    this.#answers = frame
    if (answering.push(this) === 1) setImmediate(endTurn)
  }

  /** The stream ends before engine.io hears of it when the other end closes. */
  #isOpen(): boolean {
    return this.#engine.readyState === 'open' && this.#tcp.writable
  }

  #write(frames: Buffer): void {
    if (!this.#tcp.write(frames)) this.#owner.filled()
  }
}
