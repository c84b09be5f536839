import type { WatchableMatch } from '@minefall/shared/contracts/live'
import { isIn, type MatchId } from '@minefall/shared/game'
import { type LiveMatch, seatedPlayers } from '../host/live-match.ts'

/** So many matches of each table are offered to watch. */
const shownOfTable = 2

/** Whether anyone may be led to a match of ours to watch it. Private tables are found by their link alone. */
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
 * Chooses among the live matches that anyone may watch: a few of each table, the newest, each of those offered before in
 * its place for as long as it is played, so that none moves away under a finger because another one began.
 */
export const chooseWatchable = <M extends Pick<WatchableMatch, 'matchId' | 'gameId'>>(
  matches: readonly M[],
  gameIds: readonly string[],
  offered: ReadonlySet<MatchId>,
): M[] => {
  const tables = new Map<string, { kept: M[]; newest: M[] }>()
  for (const gameId of gameIds) tables.set(gameId, { kept: [], newest: [] })
  for (const match of matches) {
    const table = tables.get(match.gameId)
    if (table && offered.has(match.matchId)) table.kept.push(match)
    else if (table) addNewest(table.newest, match)
  }
  const order = [...offered]
  const place = ({ matchId }: M) => order.indexOf(matchId)
  return [...tables.values()].flatMap(({ kept, newest }) =>
    [...kept.sort((a, b) => place(a) - place(b)), ...newest].slice(0, shownOfTable),
  )
}

/** Puts a match among the newest, the newest first, of which there are no more than are shown. */
const addNewest = <M extends Pick<WatchableMatch, 'matchId'>>(newest: M[], match: M): void => {
  // Ids begin with the time of opening.
  const at = newest.findIndex(({ matchId }) => matchId < match.matchId)
  newest.splice(at < 0 ? newest.length : at, 0, match)
  if (newest.length > shownOfTable) newest.pop()
}
