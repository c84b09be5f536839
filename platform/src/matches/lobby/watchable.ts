import type { WatchableMatch } from '@minefall/shared/contracts'
import { isIn, type MatchId } from '@minefall/shared/game'
import { type LiveMatch, seatedPlayers } from '../host/live-match.ts'

/** So many matches of each table are offered to watch. */
const shownOfTable = 2

const isWatchable = ({ record, dropped, quarantined, shard }: LiveMatch): boolean =>
  record.state.phase === 'playing' && !record.isPrivate && !dropped && !quarantined && shard.held

const shown = (match: LiveMatch): WatchableMatch => {
  const { matchId, gameId, asset, stake } = match.record.state
  const players = seatedPlayers(match).map((held) => ({
    ...held.player,
    seat: held.seat,
    out: !isIn(held),
  }))
  return { matchId, gameId, asset, stake, players }
}

/**
 * Chooses the live matches that anybody may watch: a few of each table, the newest, each in its place for as long as it
 * is played, so that none moves away under a finger because another one began. Private tables are found by their link alone.
 */
export const chooseWatchable = (): ((
  matches: readonly LiveMatch[],
  gameIds: Iterable<string>,
) => WatchableMatch[]) => {
  let offered: ReadonlySet<MatchId> = new Set()

  const ofTable = (matches: readonly LiveMatch[], gameId: string): LiveMatch[] => {
    const own = matches.filter(({ record }) => record.state.gameId === gameId)
    const kept = [...offered].flatMap((id) => own.find((match) => match.id === id) ?? [])
    // Ids begin with the time of opening.
    const others = own.filter(({ id }) => !offered.has(id)).sort((a, b) => (a.id < b.id ? 1 : -1))
    return [...kept, ...others].slice(0, shownOfTable)
  }

  return (matches, gameIds) => {
    const watchable = matches.filter(isWatchable)
    const chosen = [...gameIds].flatMap((gameId) => ofTable(watchable, gameId))
    offered = new Set(chosen.map(({ id }) => id))
    return chosen.map(shown)
  }
}
