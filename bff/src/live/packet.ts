import type { ServerMessage, ServerMessageName } from '@minefall/shared/contracts'

/** A message of the server, encoded once for any number of sockets. */
export type Packet = {
  /** As engine.io takes it: a socket.io packet of the main namespace. */
  text: string
  /** The same as the whole WebSocket frame that engine.io would write. */
  frame: Buffer
}

/** engine.io's type `message` and socket.io's type `event`. */
const engineMessage = '4'
const socketEvent = '2'

/** One unmasked text frame, RFC 6455 section 5.2. */
export const textFrame = (text: string): Buffer => {
  const length = Buffer.byteLength(text)
  const header = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(header + length)
  frame[0] = 0x81
  if (header === 2) frame[1] = length
  else if (header === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, header)
  return frame
}

/** engine.io's ping, which every client answers at once. */
export const pingFrame = textFrame('2')

export const packet = <N extends ServerMessageName>(name: N, payload: ServerMessage<N>): Packet => {
  const text = socketEvent + JSON.stringify([name, payload])
  return { text, frame: textFrame(engineMessage + text) }
}
