import type { BusEvent } from '@minefall/shared/contracts/bus'
import { every } from '@minefall/shared/node'
import { callOff } from '../host/lifecycle.ts'
import { readTables } from '../tables.ts'
import type { World } from '../world.ts'
import { announceGathering } from './gathering-news.ts'
import { isOnOffer } from './on-offer.ts'

/** How often the catalogue is read again, in milliseconds: what was reported about a change may have got lost. */
const everyMs = 10_000

/**
 * Takes over a table as staff changed it. No one would come any more to a match that gathers on other terms: it is
 * called off, and anyone who waits there has their stake back. Matches that are locked go on as they began.
 */
const takeTable = (world: World, { table, isOpen, version }: BusEvent<'lobby.table'>): void => {
  const known = world.tables.get(table.gameId)
  if (!known || known.version >= version) return
  world.tables.set(table.gameId, { ...table, isOpen, version })
  for (const match of world.matches.values()) {
    const { gameId, phase } = match.record.state
    if (gameId !== table.gameId || phase !== 'gathering' || match.dropped || isOnOffer(world, match)) continue
    announceGathering(world, match)
    world.background(callOff(world, match))
  }
}

/** Reads the catalogue again and takes over what has changed. */
const readAgain = async (world: World): Promise<void> => {
  for (const { isOpen, version, ownRakeBps: _own, ...table } of await readTables(
    world.db,
    world.settings.rakeBps,
  ))
    takeTable(world, { table, isOpen, version })
}

/** Takes over each table that staff change, until the answer is called. */
export const keepTables = (world: World): (() => void) => {
  const { bus, clock, log } = world
  let reading = false
  const read = async () => {
    if (reading) return
    reading = true
    try {
      await readAgain(world)
    } catch (error) {
      log.warn({ err: error }, 'the catalogue could not be read again')
    } finally {
      reading = false
    }
  }
  const stops = [
    every(clock, everyMs, () => world.background(read())),
    bus.subscribe('lobby.table', null, (changed) => takeTable(world, changed)),
    bus.onConnection((connected) => {
      if (connected) world.background(read())
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
