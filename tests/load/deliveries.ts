import type { Envelope } from '@minefall/shared/contracts'
import { type Answer, decodeMove, serverMessages } from '@minefall/shared/contracts/live'
import type { GameEvent, MatchId } from '@minefall/shared/game'

/** What a socket.io packet from the server is, told by its first bytes. */
export type Heard =
  | 'delivery'
  | 'answer'
  | 'welcome'
  | 'beat'
  | 'snapshot'
  | 'paused'
  | 'drain'
  | 'close'
  | 'refused'
  | 'other'

const [zero, one, two, three, four] = [0x30, 0x31, 0x32, 0x33, 0x34]
/** The packet's type, a bracket and a quotation mark come before an event's name. */
const nameAt = 3
/** Where the names that begin with `match.` begin to differ. */
const lastNameAt = nameAt + 'match.'.length

const is = (packet: Buffer, at: number, letter: string) => packet[at] === letter.charCodeAt(0)

/** Which it is, at the cost of a few bytes' look: most packets of most sockets need no more. */
export const hear = (packet: Buffer): Heard => {
  const type = packet[0]
  if (type === three) return 'answer'
  if (type === one || type === four) return 'refused'
  if (type === zero || type !== two) return 'other'
  if (is(packet, nameAt, 'w')) return 'welcome'
  if (is(packet, nameAt, 'c') && is(packet, nameAt + 1, 'l')) return 'close'
  if (is(packet, nameAt, 'd')) return 'drain'
  if (is(packet, nameAt, 'p') && is(packet, nameAt + 1, 'a')) return 'paused'
  if (!is(packet, nameAt, 'm')) return 'other'
  if (is(packet, nameAt + 1, '"')) return 'delivery'
  if (is(packet, lastNameAt, 'b')) return 'beat'
  if (is(packet, lastNameAt, 's')) return 'snapshot'
  if (is(packet, lastNameAt, 'e') && is(packet, lastNameAt + 1, 'v')) return 'delivery'
  return 'other'
}

/** The payload of an event: the second of the two in the packet's array. */
const payloadOf = (packet: Buffer): unknown => {
  const event: unknown = JSON.parse(packet.toString('utf8', 1))
  return Array.isArray(event) ? event[1] : undefined
}

/** Events in order; `seq` is the number of the first. A move names its match by a channel, other events by its id. */
export type Told = { of: MatchId | number; seq: number; events: readonly GameEvent[] }

/** Reads a delivery whole. Throws when it is not what the protocol says. */
export const readDelivery = (packet: Buffer): Told => {
  const payload = payloadOf(packet)
  if (typeof payload === 'string') {
    const move = decodeMove(payload)
    if (!move) throw new Error('not a move')
    return { of: move.channel, seq: move.seq, events: move.events }
  }
  const { matchId, seq, events } = serverMessages['match.events'].parse(payload)
  return { of: matchId, seq, events }
}

export const readBeat = (packet: Buffer) => serverMessages['match.beat'].parse(payloadOf(packet))
export const readSnapshot = (packet: Buffer) => serverMessages['match.snapshot'].parse(payloadOf(packet))
export const readPaused = (packet: Buffer) => serverMessages.paused.parse(payloadOf(packet))
export const readClose = (packet: Buffer) => serverMessages.close.parse(payloadOf(packet))

/** The number of the message that a packet `3<ack>[…]` answers. */
export const answered = (packet: Buffer): number => {
  let number = 0
  for (let at = 1; at < packet.length; at += 1) {
    const digit = (packet[at] ?? 0) - zero
    if (digit < 0 || digit > 9) break
    number = 10 * number + digit
  }
  return number
}

const done = Buffer.from('[{"code":200,')

/** Whether the answer is a success, without reading the rest. */
export const succeeded = (packet: Buffer): boolean => {
  const at = packet.indexOf(0x5b)
  return at > 0 && packet.subarray(at, at + done.length).equals(done)
}

/** The answer, whole. The types are those of the contract; what is wrong in it shows when it is used. */
export const readAnswer = <
  N extends 'clock.ping' | 'lobby.find' | 'match.sit' | 'match.follow' | 'match.reveal' | 'match.open',
>(
  packet: Buffer,
): Envelope<Answer<N>> => JSON.parse(packet.toString('utf8', packet.indexOf(0x5b)))[0]
