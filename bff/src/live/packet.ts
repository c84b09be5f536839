import type { ServerMessage, ServerMessageName } from '@minefall/shared/contracts/live'

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

/** A message of the server as the whole WebSocket frame of its event, encoded once for any number of sockets. */
export const eventFrame = (name: string, payload: unknown): Buffer =>
  textFrame(`42${JSON.stringify([name, payload])}`)

export const packet: <N extends ServerMessageName>(name: N, payload: ServerMessage<N>) => Buffer = eventFrame

/** engine.io's ping, which every client answers at once. */
export const pingFrame = textFrame('2')
/** socket.io's packet that ends what it is said over. */
export const disconnectFrame = textFrame('41')

/**
 * What a client says in socket.io's protocol 5 over engine.io's 4, as far as it is spoken here: WebSocket alone, and one
 * namespace. An event is a message with a name, payloads and the number of its acknowledgement; of one that is binary the
 * `parts` follow, and what stands in their place fits no message of ours. Nothing comes of an acknowledgement, since none is
 * asked for, and of what engine.io says to change its transport.
 */
export type ClientPacket =
  | { type: 'event'; name: string; payloads: unknown[]; ack: string | null; parts: number }
  | { type: 'connect'; auth: object }
  | { type: 'elsewhere'; namespace: string }
  | { type: 'pong' | 'leave' | 'nothing' }

const digitsAt = (data: Buffer, from: number): number => {
  let at = from
  for (let byte = data[at] ?? 0; byte >= 0x30 && byte <= 0x39; byte = data[at] ?? 0) at += 1
  return at
}

/** Digits of an acknowledgement's number, which is counted up from 0. */
const digitsMost = 9
/** Binary parts of an event, as socket.io bounds them. */
const partsMost = 10

/** Names that socket.io keeps for itself, and refuses. */
const reserved = new Set<unknown>([
  'connect',
  'connect_error',
  'disconnect',
  'disconnecting',
  'newListener',
  'removeListener',
])

const readEvent = (data: Buffer, from: number, parts: number): ClientPacket | null => {
  const at = digitsAt(data, from)
  if (data[at] !== 0x5b || at - from > digitsMost) return null
  const parsed: unknown = JSON.parse(data.toString('utf8', at))
  if (!Array.isArray(parsed)) return null
  const [name, ...payloads] = parsed
  if ((typeof name !== 'string' && typeof name !== 'number') || reserved.has(name)) return null
  const ack = at === from ? null : String(Number(data.toString('latin1', from, at)))
  return { type: 'event', name: String(name), payloads, ack, parts }
}

const readBinaryEvent = (data: Buffer): ClientPacket | null => {
  const at = digitsAt(data, 2)
  const parts = Number(data.toString('latin1', 2, at))
  return at > 2 && data[at] === 0x2d && parts <= partsMost ? readEvent(data, at + 1, parts) : null
}

const readConnect = (data: Buffer): ClientPacket | null => {
  const text = data.toString('utf8', 2)
  const [namespace = ''] = text.startsWith('/') ? text.split(',', 1) : ['/']
  if (namespace !== '/') return { type: 'elsewhere', namespace }
  const auth: unknown = text === '' ? {} : JSON.parse(text)
  return typeof auth === 'object' && auth !== null && !Array.isArray(auth) ? { type: 'connect', auth } : null
}

/** By the byte behind the one that says that it is socket.io's; any other packet is none of a client's. */
const read = (data: Buffer): ClientPacket | null => {
  if (data[0] === 0x33 && data.length === 1) return { type: 'pong' }
  if (data[0] === 0x31) return { type: 'leave' }
  if (data[0] === 0x35 || data[0] === 0x36) return { type: 'nothing' }
  if (data[0] !== 0x34) return null
  switch (data[1]) {
    case 0x32:
      return readEvent(data, 2, 0)
    case 0x30:
      return readConnect(data)
    case 0x31:
      return { type: 'leave' }
    case 0x33:
      return { type: 'nothing' }
    case 0x35:
      return readBinaryEvent(data)
    default:
      return null
  }
}

/** Reads a text message of engine.io; null for what no client says. */
export const readPacket = (data: Buffer): ClientPacket | null => {
  try {
    return read(data)
  } catch {
    return null
  }
}
