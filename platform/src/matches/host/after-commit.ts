import type { MatchState } from '@minefall/shared/game'
import type { JournalRow } from '../journal/rows.ts'
import type { Digest } from '../lobby/digest.ts'
import { announceGathering } from '../lobby/gathering-news.ts'
import type { World } from '../world.ts'
import { announceEvents, announcePlayers, announcePresence } from './announce.ts'
import { type LiveMatch, peopleOf } from './live-match.ts'
import { schedule } from './schedule.ts'
import { compensate } from './turn-clock.ts'

/** A slow commit was not the fault of the seat whose turn it began: time is given back. */
const makeUpForStorage = (world: World, match: LiveMatch, row: JournalRow): void => {
  const waited = world.clock.now() - row.at
  const { turn, table } = match.record.state
  const person = turn && table[turn.seat]?.player.kind !== 'practice'
  if (person && waited > world.settings.storageSlowMs)
    world.background(compensate(world, match, waited, 'storage'))
}

/** A tile and whose turn is next: no one came, went or was paid. */
const isMove = ({ events: [first, second, third] }: JournalRow): boolean =>
  first?.type === 'TileOpened' && second?.type === 'TurnStarted' && third === undefined

/** Seats taken or left: no one is present there before a BFF says so. */
const noteSeats = (world: World, match: LiveMatch, { events }: JournalRow): void => {
  const now = world.clock.now()
  const seats = events.flatMap((event) =>
    event.type === 'SeatTaken' || event.type === 'SeatLeft' ? [event.seat] : [],
  )
  if (seats.length === 0) return
  for (const seat of seats) match.presence[seat] = { presence: 'gone', edge: null, since: now }
  match.touchedAt = now
  match.peopleSince = peopleOf(match).length > 0 ? (match.peopleSince ?? now) : null
  announcePresence(world, match)
}

/** The effects of each commit: news, then the match's timers. */
export const afterCommit =
  (world: World, digest: Digest) =>
  (match: LiveMatch, row: JournalRow, before: MatchState): void => {
    if (before.phase === 'gathering') announceGathering(world, match)
    announceEvents(world, match, row)
    if (!isMove(row)) {
      announcePlayers(world, match, row, before)
      noteSeats(world, match, row)
      digest.note(match, row)
    }
    makeUpForStorage(world, match, row)
    schedule(world, match)
  }
