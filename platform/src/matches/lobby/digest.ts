import { isDeepStrictEqual } from 'node:util'
import type { Digest as DigestView } from '@minefall/shared/contracts'
import type { MatchState } from '@minefall/shared/game'
import { isPerson, type LiveMatch, peopleIn } from '../host/live-match.ts'
import type { JournalRow } from '../journal/rows.ts'
import type { World } from '../world.ts'
import { gatheringFigures } from './figures.ts'
import { chooseWatchable } from './watchable.ts'

type Win = DigestView['wins'][number]

/** The lobby's figures, kept as matches move on. */
export type Digest = {
  /** Notes waits and wins of a decision; those of private tables are nobody else's. */
  note(match: LiveMatch, row: JournalRow): void
  /** Wins from before this process, the newest first. */
  remember(wins: readonly Win[]): void
  /** The figures now. */
  now(world: World): DigestView
  /** The figures, if they differ from what this last gave; else null. */
  changed(world: World): DigestView | null
}

const hourMs = 3_600_000
const winsShown = 10

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
  }
}

export const keepDigest = (): Digest => {
  let waits: { at: number; gameId: string; ms: number }[] = []
  let wins: Win[] = []
  let last: Omit<DigestView, 'at'> | null = null
  const watchable = chooseWatchable()

  const satAt = (match: LiveMatch) => {
    const times = new Map<number, number>()
    for (const event of match.record.events) if (event.type === 'SeatTaken') times.set(event.seat, event.at)
    return times
  }

  const waitOf = (gameId: string, now: number): number | null => {
    const recent = waits.filter((wait) => wait.gameId === gameId && now - wait.at < hourMs)
    return recent.length === 0
      ? null
      : Math.round(recent.reduce((sum, { ms }) => sum + ms, 0) / recent.length)
  }

  const figures = (world: World): DigestView => {
    const now = world.clock.now()
    waits = waits.filter(({ at }) => now - at < hourMs)
    const matches = [...world.matches.values()]
    const tables = [...world.tables.keys()].map((gameId) => ({
      gameId,
      playing: matches
        .filter(({ record }) => record.state.gameId === gameId)
        .filter(({ record }) => record.state.phase === 'locking' || record.state.phase === 'playing')
        .reduce((sum, match) => sum + peopleIn(match).length, 0),
      gathering: gatheringFigures(matches, gameId),
      waitMs: waitOf(gameId, now),
    }))
    return {
      at: now,
      playing: tables.reduce((sum, { playing }) => sum + playing, 0),
      tables,
      wins,
      live: watchable(matches, world.tables.keys()),
    }
  }

  return {
    note(match, row) {
      const { isPrivate, state } = match.record
      if (isPrivate) return
      for (const event of row.events) {
        if (event.type === 'Started') {
          const times = satAt(match)
          for (const seat of state.table.filter(isPerson))
            waits.push({
              at: event.at,
              gameId: state.gameId,
              ms: event.at - (times.get(seat.seat) ?? event.at),
            })
        }
        if (event.type !== 'Settled') continue
        const win = winOf(state)
        if (win) wins = [win, ...wins].slice(0, winsShown)
      }
    },
    remember(earlier) {
      wins = [...wins, ...earlier].slice(0, winsShown)
    },
    now: figures,
    changed(world) {
      const { at, ...shown } = figures(world)
      if (last && isDeepStrictEqual(last, shown)) return null
      last = shown
      return { at, ...shown }
    },
  }
}
