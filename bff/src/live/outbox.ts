import type { IncomingMessage } from 'node:http'

/** The part of an engine.io connection that is used here. */
type Engine = {
  request: IncomingMessage
  on(event: 'packetCreate', listener: (packet: { data?: unknown }) => void): unknown
  on(event: 'flush', listener: () => void): unknown
  close(discard: true): unknown
}

/** What waits to be read by the other end of a socket. */
export type Outbox = {
  /** Bytes written that the kernel has not taken yet: those in engine.io's buffer and those in the TCP stream. */
  queued(): number
  /** Ends the connection at once; whatever is queued is lost. */
  destroy(): void
}

const sizeOf = (data: unknown) =>
  typeof data === 'string' ? Buffer.byteLength(data) : data instanceof Uint8Array ? data.byteLength : 0

/**
 * engine.io holds packets back while an earlier one has not been taken by the kernel, and hands the whole buffer
 * to the WebSocket at once when it has: between two flushes the packets made are the packets held.
 */
export const outbox = (engine: Engine): Outbox => {
  const tcp = engine.request.socket
  let held = 0
  engine.on('packetCreate', ({ data }) => {
    held += sizeOf(data)
  })
  engine.on('flush', () => {
    held = 0
  })
  return {
    queued: () => held + tcp.writableLength,
    destroy() {
      // `close()` alone waits for the buffer to drain, which a reader that has stopped never lets happen; and the
      // WebSocket's closing handshake would wait behind everything queued, so the stream goes too.
      engine.close(true)
      tcp.destroy()
    },
  }
}
