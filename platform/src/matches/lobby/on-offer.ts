import { isDeepStrictEqual } from 'node:util'
import type { LiveMatch } from '../host/live-match.ts'
import { offers } from '../tables.ts'
import type { World } from '../world.ts'

/**
 * Whether anyone who comes to the table of a match today would be offered this very match: its coins and its rules. One of
 * an arena is offered to its players for a while.
 */
export const isOnOffer = (world: World, { record: { state }, practice, arena }: LiveMatch): boolean => {
  if (arena) return world.clock.now() - arena.since < world.settings.arenaSitMs
  const table = world.tables.get(state.gameId)
  if (!table || !offers(table, state)) return false
  return table.practice === practice && isDeepStrictEqual(table.rules, state.rules)
}
