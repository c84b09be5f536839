import type { Socket as TcpSocket } from 'node:net'
import { WebSocket } from 'ws'
import { pingFrame, textFrame } from './packet.ts'

/** Those with answers that leave at the end of this turn of the event loop. */
let answering: Outbox[] = []
const endTurn = () => {
  const those = answering
  answering = []
  for (const outbox of those) outbox.flush()
}

/**
 * What waits to be read by the other end of a socket. `ws` writes its own few frames, pongs and a close, to the TCP stream
 * at once, without compression; so do frames that are written here, and all stand in the order in which they were sent.
 */
export class Outbox {
  readonly #stream: Pick<WebSocket, 'readyState'>
  readonly #tcp: Pick<TcpSocket, 'writable' | 'writableLength' | 'write'>
  readonly #owner: { filled(): void }
  /** Frames of answers that wait for the end of the turn, or for what is sent before that. */
  #answers: Buffer | null = null

  /** The owner is told when the kernel did not take all that was sent, over and over as long as it is so. */
  constructor(
    stream: Pick<WebSocket, 'readyState'>,
    tcp: Pick<TcpSocket, 'writable' | 'writableLength' | 'write'>,
    owner: { filled(): void },
  ) {
    this.#stream = stream
    this.#tcp = tcp
    this.#owner = owner
  }

  /** Sends a whole frame behind all that was sent before. Nothing is sent to a connection that is closing. */
  send(frame: Buffer): void {
    const answers = this.#answers
    this.#answers = null
    if (this.#isOpen()) this.#write(answers === null ? frame : Buffer.concat([answers, frame]))
  }

  /**
   * Acknowledges, once, the message that asked for `ack`, its number. The answer leaves in one write with what is sent
   * next, at the end of this turn of the event loop at the latest.
   */
  answererOf(ack: string): (answer: unknown) => void {
    let isAnswered = false
    return (answer) => {
      if (isAnswered) return
      const frame = textFrame(`43${ack}[${JSON.stringify(answer)}]`)
      isAnswered = true
      this.#answer(frame)
    }
  }

  /** Sends the answers that wait. */
  flush(): void {
    const answers = this.#answers
    this.#answers = null
    if (answers !== null) this.send(answers)
  }

  /** Asks for a sign of life. The answer is whether it was asked. */
  ping(): boolean {
    if (!this.#isOpen()) return false
    this.send(pingFrame)
    return true
  }

  /** Bytes that the kernel has not taken yet: those that wait here and in the TCP stream. */
  queued(): number {
    return (this.#answers?.length ?? 0) + this.#tcp.writableLength
  }

  #answer(frame: Buffer): void {
    if (!this.#isOpen()) return
    if (this.#answers !== null) {
      this.#answers = Buffer.concat([this.#answers, frame])
      return
    }
    this.#answers = frame
    if (answering.push(this) === 1) setImmediate(endTurn)
  }

  /** The stream ends before the WebSocket is closed when the other end closes. */
  #isOpen(): boolean {
    return this.#stream.readyState === WebSocket.OPEN && this.#tcp.writable
  }

  #write(frames: Buffer): void {
    if (!this.#tcp.write(frames)) this.#owner.filled()
  }
}
