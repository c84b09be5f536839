import type { LobbyPart } from '@minefall/shared/contracts/bus'
import type { Digest, GatheringFigure } from '@minefall/shared/contracts/live'
import type { MatchId } from '@minefall/shared/game'
import { queueKey } from './gathering.ts'
import { chooseWatchable } from './watchable.ts'

/** A win as nodes tell each other of it. */
export type Win = LobbyPart['wins'][number]

/** Name and avatar by player, without those who are shown in no list. */
export type Shown = ReadonlyMap<string, Pick<Win['player'], 'name' | 'avatar'>>

const winsShown = 10

const winKey = ({ at, gameId, player }: Win): string =>
  JSON.stringify([at, gameId, player.name, player.avatar])

/** The last wins of these lists, the newest first. Several nodes remember the same one: it is reported once. */
export const lastWins = (...lists: readonly (readonly Win[])[]): Win[] => {
  const known = new Map<string, Win>()
  for (const win of lists.flat()) if (!known.get(winKey(win))?.playerId) known.set(winKey(win), win)
  return [...known.values()].sort((a, b) => b.at - a.at).slice(0, winsShown)
}

/**
 * Wins as everyone may see them: their players as they are shown now, without those who aren't. A node of the previous
 * release doesn't tell whose a win is: it stays as it was.
 */
const showWins = (wins: readonly Win[], winners: Shown): Digest['wins'] =>
  wins.flatMap(({ playerId, ...win }) => {
    if (playerId === undefined) return [win]
    const shown = winners.get(playerId)
    return shown ? [{ ...win, player: { ...win.player, ...shown } }] : []
  })

/** The fullest match of each queue of a table. */
export const fullest = (gameId: string, figures: readonly GatheringFigure[]): GatheringFigure[] => {
  const best = new Map<string, GatheringFigure>()
  for (const figure of figures) {
    const queue = queueKey({ gameId, ...figure })
    if (figure.avatars.length > (best.get(queue)?.avatars.length ?? 0)) best.set(queue, figure)
  }
  return [...best.values()]
}

type Merging = {
  at: number
  /** The tables, in the order in which they are shown. */
  gameIds: Iterable<string>
  /** Which matches were offered to watch last: they keep their places for as long as they are played. */
  offered: ReadonlySet<MatchId>
  winners: Shown
}

/** The figures of the whole lobby, out of the parts of all nodes. */
export const mergeParts = (
  parts: readonly LobbyPart[],
  { at, gameIds, offered, winners }: Merging,
): Digest => {
  const shown = [...gameIds]
  const tables = shown.map((gameId) => {
    const same = parts.flatMap((part) => part.tables.filter((table) => table.gameId === gameId))
    const waits = same.reduce((sum, table) => sum + table.waits, 0)
    const waited = same.reduce((sum, table) => sum + (table.waitMs ?? 0) * table.waits, 0)
    return {
      gameId,
      playing: same.reduce((sum, { playing }) => sum + playing, 0),
      gathering: fullest(
        gameId,
        same.flatMap(({ gathering }) => gathering),
      ),
      waitMs: waits === 0 ? null : Math.round(waited / waits),
    }
  })
  // A match that has just moved may be told of by two nodes.
  const live = new Map(parts.flatMap((part) => part.live).map((match) => [match.matchId, match]))
  return {
    at,
    playing: tables.reduce((sum, { playing }) => sum + playing, 0),
    tables,
    wins: showWins(lastWins(...parts.map(({ wins }) => wins)), winners),
    live: chooseWatchable([...live.values()], shown, offered),
  }
}
