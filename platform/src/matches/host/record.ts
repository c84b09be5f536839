import type { BusRequest } from '@minefall/shared/contracts/bus'
import type { Resume } from '@minefall/shared/contracts/live'
import {
  emptyHash,
  evolveOwn,
  type GameEvent,
  initialState,
  type MatchHeader,
  type MatchState,
  matchHeaderSchema,
  type OwnLists,
  rollText,
  toldText,
  view,
  viewEvent,
} from '@minefall/shared/game'
import { z } from 'zod'
import { type EventsHash, eventsHasher } from '../journal/events-hash.ts'
import type { JournalRow } from '../journal/rows.ts'

/** What a command became; it is reported again to anyone who sends the same command again. */
export type Recorded = { seq: number; seat: number; requestHash: string | null }

/** A match as its journal tells it, live or past. */
export type MatchRecord = {
  /** Found by its link alone. */
  readonly isPrivate: boolean
  /** Shown to no one but as a `view`: the lists in it change with the next move. */
  state: MatchState
  readonly own: OwnLists
  hash: string
  /** All events as everyone may see them; event n at index n − 1. */
  events: GameEvent[]
  /** Has taken in all of `events`. */
  readonly eventsHash: EventsHash
  /** Number of the last event in the journal; beyond `state.seq` only when folding failed. */
  committed: number
  outcomes: Map<string, Recorded>
}

export const newRecord = (header: MatchHeader, isPrivate = false): MatchRecord => ({
  isPrivate,
  state: initialState(header),
  own: { tiles: [], moves: [] },
  hash: emptyHash,
  events: [],
  eventsHash: eventsHasher(),
  committed: 0,
  outcomes: new Map(),
})

/** What of a state is its header. */
export const headerIn = z.object(matchHeaderSchema.shape)

/** A leaf is a SHA-256. */
const leafBytes = 32

/** A command belongs to its sender: the id alone could be anyone's. */
export const outcomeKey = (playerId: string, commandId: string): string => `${playerId}/${commandId}`

const holderOf = (state: MatchState, row: JournalRow): string | undefined => {
  const taken = row.events.find((event) => event.type === 'SeatTaken' && event.seat === row.seat)
  if (taken?.type === 'SeatTaken') return taken.holder
  return row.seat === null ? undefined : state.table[row.seat]?.holder
}

/** What stands in for the leaves of every board with so many tiles. */
const blanks = new Map<number, string[]>()
const blanksFor = (count: number): string[] => {
  const known = blanks.get(count) ?? new Array<string>(count).fill('')
  blanks.set(count, known)
  return known
}

/**
 * The leaves of a board as bytes, read as the texts that they were: texts of 80 bytes each would be half of what a match
 * takes, and nothing reads them before a player resumes.
 */
const packed = (leaves: readonly string[]): string[] => {
  const bytes = Buffer.alloc(leafBytes * leaves.length)
  bytes.write(leaves.join(''), 'hex')
  return new Proxy(blanksFor(leaves.length), {
    get(target, key) {
      const at = typeof key === 'string' ? leafBytes * Number(key) : Number.NaN
      return at >= 0 && at < bytes.length
        ? bytes.toString('hex', at, at + leafBytes)
        : Reflect.get(target, key)
    },
  })
}

/** Folds one committed decision in. Throws, with `committed` moved on, when the events do not follow. */
export const extend = (record: MatchRecord, row: JournalRow): void => {
  const before = record.state
  record.committed = row.seq + row.events.length - 1
  if (row.seq !== before.seq + 1) throw new Error(`event ${row.seq} follows on ${before.seq}`)
  let { state, hash } = record
  const events: GameEvent[] = []
  const texts: string[] = []
  for (const event of row.events) {
    const kept = event.type === 'BoardBegun' ? { ...event, leaves: packed(event.leaves) } : event
    state = evolveOwn(state, kept, record.own)
    const text = toldText(event)
    hash = rollText(hash, text)
    texts.push(text)
    events.push(viewEvent(kept))
  }
  record.state = state
  record.hash = hash
  record.events.push(...events)
  record.eventsHash.take(texts)
  const holder = holderOf(before, row)
  if (holder !== undefined && row.commandId !== null && row.seat !== null)
    record.outcomes.set(outcomeKey(holder, row.commandId), {
      seq: row.seq,
      seat: row.seat,
      requestHash: row.requestHash,
    })
}

/** The seat this account has or had in the match; null for a watcher. */
export const seatOfHolder = (state: MatchState, playerId: string): number | null =>
  state.table.find((seat) => seat?.holder === playerId)?.seat ?? null

export const isOver = ({ phase }: MatchState): boolean => phase === 'settled' || phase === 'voided'

/** More missing events than this are answered with a snapshot, which is then the smaller answer. */
const eventsMax = 64

/** What a player missed since `seq`, or the whole match; and the outcomes of their unanswered commands. */
export const resume = (
  record: MatchRecord,
  { playerId, seq, unacknowledged }: Pick<BusRequest<'match.resume'>, 'playerId' | 'seq' | 'unacknowledged'>,
): Resume => {
  const { isPrivate, state, hash, events, outcomes } = record
  const isWhole = events.length === state.seq
  const missing = seq === null || seq > state.seq ? null : state.seq - seq
  return {
    catchUp:
      seq !== null && isWhole && missing !== null && missing <= eventsMax
        ? { kind: 'events', from: seq, events: events.slice(seq) }
        : { kind: 'snapshot', state: view(state) },
    hash,
    seat: seatOfHolder(state, playerId),
    private: isPrivate,
    outcomes: unacknowledged.flatMap((commandId) => {
      const known = outcomes.get(outcomeKey(playerId, commandId))
      return known ? [{ commandId, seq: known.seq }] : []
    }),
  }
}
