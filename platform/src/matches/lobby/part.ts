import type { LobbyPart } from '@minefall/shared/contracts/bus'
import type { GatheringFigure } from '@minefall/shared/contracts/live'
import type { MatchId, MatchState } from '@minefall/shared/game'
import { isPerson, type LiveMatch, peopleIn, seatedPlayers } from '../host/live-match.ts'
import type { JournalRow } from '../journal/rows.ts'
import type { World } from '../world.ts'
import { fullest, lastWins, type Win } from './merge-parts.ts'
import { chooseWatchable, isWatchable, showWatchable } from './watchable.ts'

/** What this node adds to the lobby's figures, kept as its matches move on. */
export type OwnPart = {
  /** Notes waits and wins of a decision; those of private tables and of arenas are no one else's. */
  note(match: LiveMatch, row: JournalRow): void
  /** Wins from before this process, or that another node tells of: that one may be gone soon. */
  remember(wins: readonly Win[]): void
  /** This node's part now. `offered` are the matches that were offered to watch last. */
  now(
    world: Pick<World, 'clock' | 'tables' | 'matches'>,
    offered: ReadonlySet<MatchId>,
  ): Omit<LobbyPart, 'node'>
}

const hourMs = 3_600_000

/** The fullest of a table's gathering matches for each queue that someone sits in; private tables are no one else's. */
const gatheringFigures = (gathering: readonly LiveMatch[], gameId: string): GatheringFigure[] =>
  fullest(
    gameId,
    gathering.flatMap((match): GatheringFigure[] => {
      if (!match.origin.open) return []
      const { asset, stake, seats } = match.record.state
      return [{ stake, asset, seats, avatars: seatedPlayers(match).map(({ player }) => player.avatar) }]
    }),
  )

/** The win of a person over the others; null when practice opponents took the pot. */
export const winOf = (state: MatchState): Win | null => {
  const { result } = state
  if (result?.outcome !== 'settled' || result.reason !== 'won') return null
  const [payout] = result.payouts
  const winner = payout && (state.table[payout.seat] ?? null)
  if (!payout || !winner || winner.player.kind === 'practice') return null
  return {
    at: result.at,
    gameId: state.gameId,
    asset: state.asset,
    amount: payout.amount,
    player: winner.player,
    ...(winner.holder !== undefined && { playerId: winner.holder }),
  }
}

const satAt = (match: LiveMatch): ReadonlyMap<number, number> => {
  const times = new Map<number, number>()
  for (const event of match.record.events) if (event.type === 'SeatTaken') times.set(event.seat, event.at)
  return times
}

/** The matches of each table, looked through once: there may be thousands, each second. */
const sortedOut = (matches: Iterable<LiveMatch>, gameIds: Iterable<string>) => {
  const tables = new Map<string, { playing: number; gathering: LiveMatch[] }>()
  for (const gameId of gameIds) tables.set(gameId, { playing: 0, gathering: [] })
  const watchable: { match: LiveMatch; matchId: MatchId; gameId: string }[] = []
  for (const match of matches) {
    const { phase, gameId } = match.record.state
    const table = tables.get(gameId)
    if (table && phase === 'gathering') table.gathering.push(match)
    if (table && (phase === 'locking' || phase === 'playing')) table.playing += peopleIn(match).length
    if (isWatchable(match)) watchable.push({ match, matchId: match.id, gameId })
  }
  return { tables, watchable }
}

export const keepPart = (): OwnPart => {
  let waits: { at: number; gameId: string; ms: number }[] = []
  let wins: Win[] = []

  const waitsOf = (gameId: string): { waitMs: number | null; waits: number } => {
    const own = waits.filter((wait) => wait.gameId === gameId)
    const sum = own.reduce((total, { ms }) => total + ms, 0)
    return { waitMs: own.length === 0 ? null : Math.round(sum / own.length), waits: own.length }
  }

  return {
    note(match, row) {
      const { isPrivate, state } = match.record
      if (isPrivate || match.arena) return
      for (const event of row.events) {
        if (event.type === 'Started') {
          const times = satAt(match)
          for (const seat of state.table.filter(isPerson))
            waits.push({
              at: event.at,
              gameId: state.gameId,
              // Seated by a node whose clock was ahead of this one’s.
              ms: Math.max(0, event.at - (times.get(seat.seat) ?? event.at)),
            })
        }
        if (event.type !== 'Settled') continue
        const win = winOf(state)
        if (win) wins = lastWins([win], wins)
      }
    },
    remember(others) {
      wins = lastWins(wins, others)
    },
    now(world, offered) {
      const now = world.clock.now()
      waits = waits.filter(({ at }) => now - at < hourMs)
      const { tables, watchable } = sortedOut(world.matches.values(), world.tables.keys())
      return {
        at: now,
        tables: [...tables].map(([gameId, { playing, gathering }]) => ({
          gameId,
          playing,
          gathering: gatheringFigures(gathering, gameId),
          ...waitsOf(gameId),
        })),
        wins,
        live: chooseWatchable(watchable, [...tables.keys()], offered).map(({ match }) =>
          showWatchable(match),
        ),
      }
    },
  }
}
