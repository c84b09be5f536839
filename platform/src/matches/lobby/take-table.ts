import type { BusEvent } from '@minefall/shared/contracts'
import { callOff } from '../host/lifecycle.ts'
import type { World } from '../world.ts'
import { isOnOffer } from './on-offer.ts'

/**
 * Takes over a table as staff changed it. Nobody would come any more to a match that gathers on other terms: it is
 * called off, and whoever waits there has their stake back. Matches that are locked go on as they began.
 */
export const takeTable = (world: World, { table, isOpen, version }: BusEvent<'lobby.table'>): void => {
  const known = world.tables.get(table.gameId)
  if (!known || known.version >= version) return
  world.tables.set(table.gameId, { ...table, isOpen, version })
  for (const match of world.matches.values()) {
    const { gameId, phase } = match.record.state
    if (gameId === table.gameId && phase === 'gathering' && !match.dropped && !isOnOffer(world, match))
      world.background(callOff(world, match))
  }
}
