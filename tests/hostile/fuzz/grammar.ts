import { clientMessages, protocolVersion } from '@minefall/shared/contracts/live'
import { seededHex } from '@minefall/shared/testing'
import { type FrameOptions, frame, opcode } from '../frames.ts'

type Random = () => number

const pick = <T>(random: Random, list: readonly [T, ...T[]]): T =>
  list[Math.floor(random() * list.length)] ?? list[0]
const upTo = (random: Random, most: number) => Math.floor(random() * (most + 1))

const names = ['', 'error', '__proto__', ...Object.keys(clientMessages)] as const

/** A value of JSON, of any shape, and not deeper than `depth`. */
const value = (random: Random, depth: number): unknown => {
  switch (upTo(random, depth > 0 ? 9 : 7)) {
    case 0:
      return null
    case 1:
      return random() < 0.5
    case 2:
      return upTo(random, 300)
    case 3:
      return pick(random, [-1, 0.5, 1e308, -0, 2 ** 53, 1e-320])
    case 4:
    case 5:
      return seededHex(random, pick(random, [1, 8, 16, 32]))
    case 6:
      return pick(random, [
        '',
        '100',
        'mines-trial',
        'trial',
        'smile',
        '\u0000',
        '\ud83d\ude00',
        'constructor',
        'x'.repeat(2_000),
      ])
    case 7:
      return { _placeholder: true, num: upTo(random, 3) }
    case 8:
      return Array.from({ length: upTo(random, 4) }, () => value(random, depth - 1))
    default:
      return object(random, depth - 1)
  }
}

const fields = [
  'commandId',
  'matchId',
  'turn',
  'tile',
  'seq',
  'unacknowledged',
  'seed',
  'ref',
  'commit',
  'gameId',
  'stake',
  'asset',
  'emote',
  'sentAt',
  'gaps',
  'messageId',
  'text',
  'pictureId',
  'before',
  '__proto__',
  'toString',
  'then',
] as const

const object = (random: Random, depth: number): unknown =>
  Object.fromEntries(
    Array.from({ length: upTo(random, 6) }, () => [pick(random, fields), value(random, depth)]),
  )

/** A message to support that a client of ours might send, but for a field. */
const nearlyWritten = (random: Random): unknown => ({
  messageId: `${seededHex(random, 4)}-0000-4000-8000-${seededHex(random, 6)}`,
  text: pick(random, ['Hello?', '\u0000', '\ud83d', '']),
  ...(random() < 0.5 ? { [pick(random, fields)]: value(random, 2) } : {}),
})

/** A payload that a client of ours might send, but for a field or two. */
const nearly = (random: Random): unknown => ({
  commandId: seededHex(random, 16),
  matchId: seededHex(random, 16),
  turn: upTo(random, 9),
  tile: upTo(random, 300),
  ...(random() < 0.5 ? { [pick(random, fields)]: value(random, 2) } : {}),
})

/** A socket.io packet: type, parts, namespace, acknowledgement id and JSON, each perhaps out of place. */
const socketPacket = (random: Random): string => {
  const type = pick(random, ['2', '2', '2', '2', '3', '0', '1', '4', '5', '6', '7', ''])
  const parts = type === '5' || type === '6' ? pick(random, ['1-', '2-', '0-', '-', '99-', '1']) : ''
  const namespace = pick(random, ['', '', '', '', '/desk,', '/,', '/x?y=1,', '/'])
  const id = pick(random, ['', '0', '7', '12', '99999999999999999999', '-1'])
  const data = pick<unknown>(random, [
    [pick(random, names), nearly(random)],
    ['chat.send', nearlyWritten(random)],
    [pick(random, names), value(random, 3)],
    [pick(random, names), value(random, 2), value(random, 2)],
    { protocol: protocolVersion, deviceId: seededHex(random, 16), tab: seededHex(random, 8) },
    value(random, 3),
  ])
  return `${type}${parts}${namespace}${id}${random() < 0.95 ? JSON.stringify(data) : ''}`
}

/** An engine.io packet, most of them messages. */
const enginePacket = (random: Random): string => {
  const type = pick(random, ['4', '4', '4', '4', '4', '3', '6', '1', '0', '5', '2', 'b', '9'])
  if (type === '4') return `4${socketPacket(random)}`
  return `${type}${pick(random, ['', 'probe', 'AAAA', seededHex(random, 4)])}`
}

const swap = (random: Random, text: string): string => {
  const at = upTo(random, text.length)
  const cut = upTo(random, 4)
  return (
    text.slice(0, at) +
    pick(random, ['', '"', '{', '[', '\\', '\u0000', ',', '-', '9']) +
    text.slice(at + cut)
  )
}

const flip = (random: Random, bytes: Buffer): Buffer => {
  const flipped = Buffer.from(bytes)
  for (let n = upTo(random, 2); n >= 0 && flipped.length > 0; n--) {
    const at = upTo(random, flipped.length - 1)
    flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << upTo(random, 7)), at)
  }
  return flipped
}

/**
 * The bytes of one frame: mostly a right one around a packet of the grammar, sometimes mutated as text, sometimes wrong
 * as a frame, sometimes mutated as bytes. The same random numbers give the same frame.
 */
export const fuzzedFrame = (random: Random): Buffer => {
  const packet = enginePacket(random)
  const kind = random()
  if (kind < 0.55) return frame(packet)
  if (kind < 0.75) return frame(swap(random, packet))
  if (kind < 0.85) return frame(packet, { opcode: upTo(random, 15) })
  if (kind < 0.9) return frame(packet, { fin: false, opcode: pick(random, [opcode.text, opcode.more]) })
  if (kind < 0.95) return flip(random, frame(packet))
  return frame(
    packet,
    pick<FrameOptions>(random, [
      { rsv: 1 },
      { masked: false },
      { length: 2 ** 33 },
      { opcode: opcode.binary },
    ]),
  )
}
