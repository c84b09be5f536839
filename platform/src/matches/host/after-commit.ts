import type { MatchState } from '@minefall/shared/game'
import type { JournalRow } from '../journal/rows.ts'
import type { Digest } from '../lobby/digest.ts'
import { tellGathering } from '../lobby/gathering-news.ts'
import type { World } from '../world.ts'
import { announceEvents, announcePlayers, announcePresence } from './announce.ts'
import { type LiveMatch, peopleOf } from './live-match.ts'
import { schedule } from './schedule.ts'
import { compensate } from './turn-clock.ts'

/** A slow commit was no fault of the seat whose turn it began: time given back. */
const makeUpForStorage = (world: World, match: LiveMatch, row: JournalRow): void => {
  const waited = world.clock.now() - row.at
  const { turn, table } = match.record.state
  const person = turn && table[turn.seat]?.player.kind !== 'practice'
  if (person && waited > world.settings.storageSlowMs)
    world.background(compensate(world, match, waited, 'storage'))
}

/** A tile and whose turn is next: nobody came, went or was paid. */
const isMove = ({ events: [first, second, third] }: JournalRow): boolean =>
  first?.type === 'TileOpened' && second?.type === 'TurnStarted' && third === undefined

/** What follows on each commit: the news, then the clocks of where the match stands now. */
export const afterCommit =
  (world: World, digest: Digest) =>
  (match: LiveMatch, row: JournalRow, before: MatchState): void => {
    if (isMove(row)) {
      announceEvents(world, match, row)
      makeUpForStorage(world, match, row)
      schedule(world, match)
      return
    }
    const now = world.clock.now()
    if (before.phase === 'gathering') tellGathering(world, match)
    announceEvents(world, match, row)
    announcePlayers(world, match, row, before)
    const moved = row.events.filter(({ type }) => type === 'SeatTaken' || type === 'SeatLeft')
    for (const event of moved)
      if (event.type === 'SeatTaken' || event.type === 'SeatLeft')
        match.presence[event.seat] = { presence: 'gone', edge: null, since: now }
    if (moved.length > 0) {
      match.touchedAt = now
      match.peopleSince = peopleOf(match).length > 0 ? (match.peopleSince ?? now) : null
      announcePresence(world, match)
    }
    digest.note(match, row)
    makeUpForStorage(world, match, row)
    schedule(world, match)
  }
