import * as z from 'zod/mini'
import { type EventOf, eventSchema, type GameEvent } from '../../game/events.ts'

/** An ordinary move as it is sent: the channel its match has, and the sequence number of its first event. */
export type Move = { channel: number; seq: number; events: GameEvent[] }

/** base64url, RFC 4648 section 5: what is written with it passes JSON and the wire unchanged. */
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const valueOfDigit = new Map([...digits].map((digit, value) => [digit, value]))

/** The numbers of a move in the order they are written, each with how many digits it takes. The salt follows. */
export const moveNumbers = [
  ['channel', 4],
  ['seq', 2],
  /** The time of the decision, of which all its events are. */
  ['at', 7],
  ['turn', 2],
  ['seat', 1],
  ['board', 1],
  ['tile', 2],
  /** 0–8; 9 where there is none. */
  ['clue', 1],
  /** 0 by hand, 1 by the clock. */
  ['by', 1],
  /** The place of a seat that opened a mine; 0 for a safe tile. */
  ['place', 1],
  /** Whose turn follows. */
  ['next', 1],
  /** Whole seconds of that turn. */
  ['clock', 1],
] as const
type NumberName = (typeof moveNumbers)[number][0]

/** Channels are numbered from 0 up to this, exclusive. */
export const channelsMax = 64 ** 4

const noClue = 9
const saltHex = 32
/** So many hex digits of the salt at a time, at its end fewer, take two digits. */
const saltStep = 3

const places = new Map<NumberName, { from: number; to: number }>()
let length = 0
for (const [name, width] of moveNumbers) {
  places.set(name, { from: length, to: length + width })
  length += width
}
const saltFrom = length
const moveDigits = saltFrom + 2 * Math.ceil(saltHex / saltStep)

/** What `encodeMove` writes. */
export const moveSchema = z.string().check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${moveDigits}}$`)))

const writeNumber = (value: number, width: number): string => {
  let text = ''
  for (let rest = value; text.length < width; rest = Math.floor(rest / 64))
    text = digits.charAt(rest % 64) + text
  return text
}

const readNumber = (text: string): number =>
  [...text].reduce((value, digit) => value * 64 + (valueOfDigit.get(digit) ?? Number.NaN), 0)

const writeSalt = (salt: string): string => {
  let text = ''
  for (let at = 0; at < saltHex; at += saltStep)
    text += writeNumber(Number.parseInt(salt.slice(at, at + saltStep), 16), 2)
  return text
}

const readSalt = (text: string): string => {
  let salt = ''
  for (let at = 0; at < text.length; at += 2) {
    const width = Math.min(saltStep, saltHex - salt.length)
    salt += readNumber(text.slice(at, at + 2))
      .toString(16)
      .padStart(width, '0')
  }
  return salt
}

type Parts = {
  opened: EventOf<'TileOpened'>
  out: EventOf<'SeatOut'> | null
  next: EventOf<'TurnStarted'>
}

/** The events of an ordinary move: a tile, the end of the one who opened a mine, the next turn. Null for any others. */
const partsOf = (events: readonly GameEvent[]): Parts | null => {
  const [opened, second, third, ...more] = events
  if (opened?.type !== 'TileOpened' || opened.v !== 1 || more.length > 0) return null
  if (second?.type === 'TurnStarted') return third ? null : { opened, out: null, next: second }
  return second?.type === 'SeatOut' && third?.type === 'TurnStarted'
    ? { opened, out: second, next: third }
    : null
}

/** Whether all that is not written follows from what is. */
const followsFromRest = ({ opened, out, next }: Parts): boolean =>
  opened.mine === (out !== null) &&
  (!out || (out.at === opened.at && out.seat === opened.seat && out.reason === 'mine')) &&
  next.at === opened.at &&
  next.turn === opened.turn + 1

/**
 * An ordinary move as 46 characters; null for events that are none, or whose numbers don't fit: those are reported as
 * they are. `decodeMove` reads exactly what was written.
 */
export const encodeMove = (channel: number, seq: number, events: readonly GameEvent[]): string | null => {
  const parts = partsOf(events)
  if (!parts || !followsFromRest(parts)) return null
  const { opened, out, next } = parts
  const { at, turn, seat, board, tile } = opened
  const values: Record<NumberName, number> = {
    channel,
    seq,
    at,
    turn,
    seat,
    board,
    tile,
    clue: opened.clue === 255 ? noClue : opened.clue,
    by: opened.by === 'hand' ? 0 : 1,
    place: out?.place ?? 0,
    next: next.seat,
    clock: (next.deadline - at) / 1000,
  }
  let text = ''
  for (const [name, width] of moveNumbers) {
    const value = values[name]
    if (!Number.isInteger(value) || value < 0 || value >= 64 ** width) return null
    text += writeNumber(value, width)
  }
  return opened.salt === undefined ? null : text + writeSalt(opened.salt)
}

const eventsSchema = z.array(eventSchema)

/** What `encodeMove` wrote, its events parsed like any others; null for what it never writes. */
export const decodeMove = (text: unknown): Move | null => {
  const { data } = moveSchema.safeParse(text)
  if (data === undefined) return null
  const read = (name: NumberName) => readNumber(data.slice(places.get(name)?.from, places.get(name)?.to))
  const [at, turn, seat, clue, by, place] = [
    read('at'),
    read('turn'),
    read('seat'),
    read('clue'),
    read('by'),
    read('place'),
  ]
  if (by > 1) return null
  const parsed = eventsSchema.safeParse([
    {
      type: 'TileOpened',
      v: 1,
      at,
      turn,
      seat,
      board: read('board'),
      tile: read('tile'),
      mine: place > 0,
      clue: clue === noClue ? 255 : clue,
      salt: readSalt(data.slice(saltFrom)),
      by: by === 0 ? 'hand' : 'clock',
    },
    ...(place > 0 ? [{ type: 'SeatOut', v: 1, at, seat, reason: 'mine', place }] : []),
    {
      type: 'TurnStarted',
      v: 1,
      at,
      turn: turn + 1,
      seat: read('next'),
      deadline: at + read('clock') * 1000,
    },
  ])
  return parsed.success ? { channel: read('channel'), seq: read('seq'), events: parsed.data } : null
}
