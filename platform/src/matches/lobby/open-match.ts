import type { Table } from '@minefall/shared/contracts/rest'
import type { Asset, Coins } from '@minefall/shared/game'
import { adoptOpening } from '../host/lifecycle.ts'
import type { LiveMatch } from '../host/live-match.ts'
import { type Origin, readLogHead } from '../journal/fairness-log.ts'
import { writeOpening } from '../journal/money.ts'
import { HostClosed, isPermanent, patience } from '../journal/persist.ts'
import type { Shard } from '../shards/shards.ts'
import type { World } from '../world.ts'
import type { QueueName } from './gathering.ts'
import { type ArenaSeating, drawOpening } from './opening.ts'

export type Queue = { table: Table; stake: Coins; asset: Asset }

export const nameOf = ({ table: { gameId }, stake, asset }: Queue): QueueName => ({ gameId, stake, asset })

/**
 * Opens a fresh match in a shard of this node's. Null when the shard is another node's by now or this one stops, or when one
 * of those whom an arena seats does not wait any more; rejects when the database will not have it.
 */
export const openMatch = async (
  world: World,
  shard: Shard,
  queue: Queue & { origin: Origin; arena?: ArenaSeating; invited: ReadonlySet<string> | null },
): Promise<LiveMatch | null> => {
  const { db, log } = world
  const opening = drawOpening({ ...queue, shard: shard.number }, world)
  const { matchId } = opening.header
  const isThere = async () =>
    (await db.journal.query('select 1 from match where id = $1', [matchId])).count > 0
  const adopted = () => (shard.lost ? null : adoptOpening(world, shard, opening, queue.invited))
  const attempt = async () => {
    if (!shard.held) return null
    const wait = patience(world.patience)
    let permanent: unknown = null
    for (let tries = 0; ; tries += 1) {
      await wait()
      try {
        // After an attempt whose fate is unknown the match may be there already. Looked for first: the log that is read after
        // has its line too.
        if (tries > 0) {
          const wasThere = await isThere()
          shard.log = await readLogHead(db.journal, shard.number)
          if (wasThere) return adopted()
          if (permanent) throw permanent
        }
        const outcome = await writeOpening(db.journal, shard, opening)
        if (outcome.kind === 'written') return adopted()
        if (outcome.kind !== 'refused') world.lost(shard)
        return null
      } catch (error) {
        if (isPermanent(error)) {
          if (tries === 0 || permanent) throw error
          // The attempt in doubt may have been committed only now, under the feet of this one: the next look tells.
          permanent = error
        }
        log.warn({ err: error, matchId }, 'opening a match is in doubt')
      }
    }
  }
  try {
    return await shard.logInTurn.run(attempt)
  } catch (error) {
    if (error instanceof HostClosed) return null
    throw error
  }
}
