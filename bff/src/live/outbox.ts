import type { IncomingMessage } from 'node:http'
import { type Packet, pingFrame } from './packet.ts'

/** The part of an engine.io connection that is used here. */
type Engine = {
  request: IncomingMessage
  readyState: string
  on(event: 'packetCreate', listener: (packet: { data?: unknown }) => void): unknown
  on(event: 'flush', listener: () => void): unknown
  write(text: string): unknown
  close(discard: true): unknown
}

/** What waits to be read by the other end of a socket. */
export type Outbox = {
  /** Sends behind all that was sent before, by whichever way. Nothing is sent to a connection that is closing. */
  send(packet: Packet): void
  /** What is sent until the end of this turn of the event loop leaves in one write. */
  gather(): void
  /** Asks for a sign of life, unless it would wait behind what is held back. The answer is whether it was asked. */
  ping(): boolean
  /** Bytes written that the kernel has not taken yet: those in engine.io's buffer and those in the TCP stream. */
  queued(): number
  /** Ends the connection at once; whatever is queued is lost. */
  destroy(): void
}

const sizeOf = (data: unknown) =>
  typeof data === 'string' ? Buffer.byteLength(data) : data instanceof Uint8Array ? data.byteLength : 0

/**
 * `filled` is called when the kernel did not take all that was sent, over and over as long as it is so.
 *
 * engine.io holds packets back while an earlier one has not been taken by the kernel, and hands the whole buffer
 * to the WebSocket at once when it has: between two flushes the packets made are the packets held. Without
 * compression the WebSocket in turn writes to the TCP stream at once. So a frame that is written to the stream while
 * nothing is held stands behind everything sent before, and costs a tenth of a packet's way through engine.io.
 */
export const outbox = (engine: Engine, filled: () => void): Outbox => {
  const tcp = engine.request.socket
  let held = 0
  engine.on('packetCreate', ({ data }) => {
    // What engine.io wrote before is still there.
    if (held > 0 || tcp.writableLength > 0) filled()
    // A packet has a type, if nothing else.
    held += 1 + sizeOf(data)
  })
  engine.on('flush', () => {
    held = 0
  })
  const letGo = () => tcp.uncork()
  return {
    send({ text, frame }) {
      // The stream ends before engine.io hears of it when the other end closes.
      if (engine.readyState !== 'open' || !tcp.writable) return
      if (held > 0) engine.write(text)
      else if (!tcp.write(frame)) filled()
    },
    ping() {
      if (engine.readyState !== 'open' || !tcp.writable || held > 0) return false
      tcp.write(pingFrame)
      return true
    },
    gather() {
      tcp.cork()
      setImmediate(letGo)
    },
    queued: () => held + tcp.writableLength,
    destroy() {
      // `close()` alone waits for the buffer to drain, which a reader that has stopped never lets happen; and the
      // WebSocket's closing handshake would wait behind everything queued, so the stream goes too.
      engine.close(true)
      tcp.destroy()
    },
  }
}
