import { isDeepStrictEqual } from 'node:util'
import { evolve, type GameEvent, type MatchId, type MatchState, rollHash } from '@minefall/shared/game'
import { readDelivery } from './deliveries.ts'

/** One delivery of a match. */
export type Delivery = {
  /** The same bytes for all who follow at one server; another has another channel for the match. */
  texts: Buffer[]
  seq: number
  events: readonly GameEvent[]
  count: number
  /** Moves by hand among its events. */
  clicks: number
  /** When the click that it tells was sent, 0 if it tells none. */
  sentAt: number
  /** Sockets that are to hear it, and those that did. */
  followers: number
  heardBy: number
  /** The rolling hash after it; null where the match is not hashed, or more of it was known already when this came. */
  hash: string | null
}

/** A match as those of its players know it who are played here. */
export type Match = {
  matchId: MatchId
  state: MatchState
  hash: string | null
  followers: number
  /** The click under way: whose turn it was, when it was sent. */
  click: { turn: number; sentAt: number }
  /** The latest deliveries, for the sockets that hear them later than the first. */
  recent: (Delivery | null)[]
  next: number
}

/** Sockets of one process hear a delivery within few others of the same match. */
const recentKept = 8

/** `hashed` matches have every event hashed and compared with the server's beats; that costs the load some speed. */
export const newMatch = (state: MatchState, hash: string, hashed: boolean): Match => ({
  matchId: state.matchId,
  state,
  hash: hashed ? hash : null,
  followers: 0,
  click: { turn: -1, sentAt: 0 },
  recent: Array.from({ length: recentKept }, () => null),
  next: 0,
})

/** Takes in events, the first of them `seq`; those that are known already change nothing. */
export const applyEvents = (match: Match, seq: number, events: readonly GameEvent[]) => {
  events.forEach((event, index) => {
    if (seq + index !== match.state.seq + 1) return
    match.state = evolve(match.state, event)
    if (match.hash !== null) match.hash = rollHash(match.hash, event)
  })
}

/** The delivery among the latest that this is true of. */
const recentWhere = (match: Match, holds: (delivery: Delivery) => boolean): Delivery | null => {
  for (let back = 1; back <= recentKept; back += 1) {
    const known = match.recent[(match.next + recentKept - back) % recentKept]
    if (known && holds(known)) return known
  }
  return null
}

/**
 * The delivery that a socket heard, to which moves of the match come under `channel`. The first socket's is read and
 * folded; for the others at its server it is enough that theirs has the same bytes. Throws when it can't be read, is not
 * of this match, or can't follow on what is known of it.
 */
export const takeDelivery = (match: Match, channel: number, text: Buffer): Delivery => {
  const same = recentWhere(match, ({ texts }) => texts.some((known) => known.equals(text)))
  if (same) return same
  const { of, seq, events } = readDelivery(text)
  if (of !== match.matchId && of !== channel) throw new Error(`of ${of}, which is not followed`)
  const told = recentWhere(match, (known) => known.seq === seq && isDeepStrictEqual(known.events, events))
  if (told) {
    told.texts.push(Buffer.from(text))
    return told
  }
  applyEvents(match, seq, events)
  let clicks = 0
  let sentAt = 0
  for (const event of events) {
    if (event.type !== 'TileOpened' || event.by !== 'hand') continue
    clicks += 1
    if (event.turn === match.click.turn) sentAt = match.click.sentAt
  }
  const delivery: Delivery = {
    texts: [Buffer.from(text)],
    seq,
    events,
    count: events.length,
    clicks,
    sentAt,
    followers: match.followers,
    heardBy: 0,
    // Sockets are not in step: a state that another one was given may be ahead of this.
    hash: match.state.seq === seq + events.length - 1 ? match.hash : null,
  }
  match.recent[match.next] = delivery
  match.next = (match.next + 1) % recentKept
  return delivery
}

/** Takes in a whole state; false when it contradicts what is known. */
export const takeState = (match: Match, state: MatchState, hash: string): boolean => {
  if (state.seq === match.state.seq) return match.hash === null || match.hash === hash
  if (state.seq > match.state.seq) {
    match.state = state
    if (match.hash !== null) match.hash = hash
  }
  return true
}

/** Whether a beat agrees with the match as folded here; true where that can't be said any more. */
export const agreesWith = (match: Match, seq: number, hash: string): boolean => {
  if (match.hash === null) return true
  if (seq === match.state.seq) return hash === match.hash
  const known = match.recent.find((delivery) => delivery && delivery.seq + delivery.count - 1 === seq)
  return !known || known.hash === null || known.hash === hash
}

/** A closed tile, each equally likely as far as `random` (0 to 1) goes; null when there is none. */
export const closedTile = ({ board }: MatchState, random: number): number | null => {
  if (!board) return null
  const { tiles } = board
  const start = Math.floor(random * tiles.length)
  for (let step = 0; step < tiles.length; step += 1) {
    const tile = (start + step) % tiles.length
    if (tiles[tile] === null) return tile
  }
  return null
}
