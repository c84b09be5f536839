import type { Table } from '@minefall/shared/contracts'
import type { Asset, Coins } from '@minefall/shared/game'
import { adoptOpening } from '../host/lifecycle.ts'
import type { LiveMatch } from '../host/live-match.ts'
import { shardOf } from '../ids.ts'
import { type Origin, readLogHead } from '../journal/fairness-log.ts'
import { writeOpening } from '../journal/money.ts'
import { isPermanent, patience } from '../journal/persist.ts'
import { shardNumbered, type World } from '../world.ts'
import { drawOpening } from './opening.ts'

export type Queue = { table: Table; stake: Coins; asset: Asset }

const takenSeats = (match: LiveMatch) => match.record.state.table.filter((seat) => seat !== null).length

/** The fullest gathering match of a queue that still has a seat; null when there is none. */
export const gatheringOf = (world: World, { table, stake, asset }: Queue): LiveMatch | null => {
  let best: LiveMatch | null = null
  for (const match of world.matches.values()) {
    const { state } = match.record
    const fits =
      state.phase === 'gathering' &&
      state.gameId === table.gameId &&
      state.stake === stake &&
      state.asset === asset &&
      match.origin.open &&
      match.shard.held &&
      !match.quarantined &&
      state.table.includes(null)
    if (fits && (!best || takenSeats(match) > takenSeats(best))) best = match
  }
  return best
}

/** Opens a fresh match. Null when its shard is another node's; rejects when the database will not have it. */
export const openMatch = async (
  world: World,
  queue: Queue & { origin: Origin; invited: ReadonlySet<string> | null },
): Promise<LiveMatch | null> => {
  const { db, clock, randomBytes, sealKeys, log } = world
  const opening = drawOpening(queue, { now: clock.now(), randomBytes, sealKey: sealKeys.current })
  const shard = shardNumbered(world, shardOf(opening.header.matchId))
  const { matchId } = opening.header
  const isThere = async () =>
    (await db.journal.query('select 1 from match where id = $1', [matchId])).count > 0
  return shard.logInTurn.run(async () => {
    const wait = patience(world.patience)
    for (let tries = 0; ; tries += 1) {
      await wait()
      try {
        // After an attempt whose fate is unknown the match may be there already.
        if (tries > 0) {
          shard.log = await readLogHead(db.journal, shard.number)
          if (await isThere()) return adoptOpening(world, { shard }, opening, queue.invited)
        }
        const outcome = await writeOpening(db.journal, shard, opening)
        if (outcome.kind === 'written') {
          if (outcome.log) shard.log = outcome.log
          return adoptOpening(world, { shard }, opening, queue.invited)
        }
        world.lost(shard)
        return null
      } catch (error) {
        if (isPermanent(error)) {
          // The attempt in doubt may have been committed only now, under the feet of this one.
          if (tries === 0 || !(await isThere())) throw error
          shard.log = await readLogHead(db.journal, shard.number)
          return adoptOpening(world, { shard }, opening, queue.invited)
        }
        log.warn({ err: error, matchId }, 'opening a match is in doubt')
      }
    }
  })
}

/** Finds the queue's gathering match or opens one; those who ask at the same time get the same. */
export const gatherer = (world: World) => {
  const opening = new Map<string, Promise<LiveMatch | null>>()
  return async (queue: Queue): Promise<LiveMatch | null> => {
    const found = gatheringOf(world, queue)
    if (found) return found
    const key = `${queue.table.gameId}/${queue.stake}/${queue.asset}`
    const known = opening.get(key)
    if (known) return known
    const origin = { open: true, rematchOf: null, invited: null }
    const fresh = openMatch(world, { ...queue, origin, invited: null }).finally(() => opening.delete(key))
    opening.set(key, fresh)
    return fresh
  }
}
