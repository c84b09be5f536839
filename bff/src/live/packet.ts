import type { ServerMessage, ServerMessageName } from '@minefall/shared/contracts/live'

/** A message of the server, encoded once for any number of sockets. */
export type Packet = {
  /** As engine.io takes it: a socket.io packet of the main namespace. */
  text: string
  /** The same as the whole WebSocket frame that engine.io would write. */
  frame: Buffer
}

/** engine.io's type `message` and socket.io's type `event`. */
const [message, event] = ['4', '2']

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
  const text = event + JSON.stringify([name, payload])
  return { text, frame: textFrame(message + text) }
}

/** An event of socket.io's main namespace as it came: its name, its payloads, and the number of its acknowledgement. */
export type EventPacket = { name: string; payloads: unknown[]; ack: string | null }

/** The same, and what surrounds an acknowledgement's number, as bytes of a text. */
const [messageByte, eventByte, pongByte] = [0x34, 0x32, 0x33]
const [zero, nine, bracket] = [0x30, 0x39, 0x5b]
/** Digits of an acknowledgement's number that are read here; socket.io counts up from 0. */
const digitsMost = 9

/** Names that socket.io keeps for itself, and refuses. */
const reserved = new Set([
  'connect',
  'connect_error',
  'disconnect',
  'disconnecting',
  'newListener',
  'removeListener',
])

/** Whether a text message of engine.io holds a packet of socket.io, an event or another. */
export const isPacket = (data: Uint8Array): boolean => data[0] === messageByte

export const isPong = (data: Uint8Array): boolean => data.length === 1 && data[0] === pongByte

/**
 * Reads what is plainly an event of the main namespace, as socket.io-parser would (protocol 5); null for every other
 * packet, wrong ones included, which are the library's to read and to refuse.
 */
export const readEvent = (data: Buffer): EventPacket | null => {
  if (!isPacket(data) || data[1] !== eventByte) return null
  let at = 2
  for (let digit = data[at] ?? 0; digit >= zero && digit <= nine; digit = data[at] ?? 0) at += 1
  if (data[at] !== bracket || at - 2 > digitsMost) return null
  let parsed: unknown
  try {
    parsed = JSON.parse(data.toString('utf8', at))
  } catch {
    return null
  }
  if (!Array.isArray(parsed)) return null
  const [name, ...payloads] = parsed
  if (typeof name !== 'string' || reserved.has(name)) return null
  return { name, payloads, ack: at === 2 ? null : String(Number(data.toString('latin1', 2, at))) }
}
