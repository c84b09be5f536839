/** An event of socket.io's main namespace as it came: its name, its payloads, and the number of its acknowledgement. */
export type EventPacket = { name: string; payloads: unknown[]; ack: string | null }

/** engine.io's type `message` and socket.io's type `event`. */
const [message, event] = [0x34, 0x32]
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
export const isPacket = (data: Uint8Array): boolean => data[0] === message

/**
 * Reads what is plainly an event of the main namespace, as socket.io-parser would (protocol 5); null for every other
 * packet, wrong ones included, which are the library's to read and to refuse.
 */
export const readEvent = (data: Buffer): EventPacket | null => {
  if (data[0] !== message || data[1] !== event) return null
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
