import type { WatchableMatch } from '@minefall/shared/contracts'
import { isIn, type MatchId } from '@minefall/shared/game'
import { type LiveMatch, seatedPlayers } from '../host/live-match.ts'

/** So many matches of each table are offered to watch. */
const shownOfTable = 2

/** Whether anybody may be led to a match of ours to watch it. Private tables are found by their link alone. */
export const isWatchable = ({ record, dropped, quarantined, shard }: LiveMatch): boolean =>
  record.state.phase === 'playing' && !record.isPrivate && !dropped && !quarantined && shard.held

/** A match as it is offered to watch. */
export const showWatchable = (match: LiveMatch): WatchableMatch => {
  const { matchId, gameId, asset, stake } = match.record.state
  const players = seatedPlayers(match).map((held) => ({
    ...held.player,
    seat: held.seat,
    out: !isIn(held),
  }))
  return { matchId, gameId, asset, stake, players }
}

/**
 * Chooses among the live matches that anybody may watch: a few of each table, the newest, each of those offered before in
 * its place for as long as it is played, so that none moves away under a finger because another one began.
 */
export const chooseWatchable = <M extends Pick<WatchableMatch, 'matchId' | 'gameId'>>(
  matches: readonly M[],
  gameIds: readonly string[],
  offered: ReadonlySet<MatchId>,
): M[] =>
  gameIds.flatMap((gameId) => {
    const own = matches.filter((match) => match.gameId === gameId)
    const kept = [...offered].flatMap((id) => own.find(({ matchId }) => matchId === id) ?? [])
    // Ids begin with the time of opening.
    const others = own
      .filter(({ matchId }) => !offered.has(matchId))
      .sort((a, b) => (a.matchId < b.matchId ? 1 : -1))
    return [...kept, ...others].slice(0, shownOfTable)
  })
