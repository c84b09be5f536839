import { keyEntry } from '@minefall/shared/record'
import { z } from 'zod'
import { callAll } from '../../db/index.ts'
import type { Shard } from '../shards/shards.ts'
import type { World } from '../world.ts'
import { appendLog, readLogHead } from './fairness-log.ts'
import { fence } from './money.ts'
import { keepTrying } from './persist.ts'

/** The shard whose log has the changes of keys. */
export const keyShard = 0

const keysSchema = z.array(z.object({ key: z.string() }))

/** Notes in the log that the platform signs with its current key, where no entry says so. Runs in the log's turn. */
const logKey = async ({ db, clock, signers }: World, shard: Shard): Promise<void> => {
  const { key } = signers.current
  const { rows } = await db.query('select key from fairness_key order by position desc')
  const known = keysSchema.parse(rows)
  if (known.some((one) => one.key === key)) return
  const previous = known[0]?.key ?? null
  // A key that was taken away can't sign what comes after it.
  const before = previous === null ? undefined : signers.all.get(previous)
  const signature = before?.sign('key', { key }).signature ?? null
  const at = clock.now()
  const logged = appendLog(
    shard.number,
    shard.log,
    keyEntry({ at, key, previous, signature }, shard.log.hash),
    at,
  )
  await db.transaction(async (tx) => {
    await callAll(tx, [fence(shard), logged.call])
    await tx.query('insert into fairness_key (key, shard, position, at) values ($1, $2, $3, $4)', [
      key,
      shard.number,
      logged.head.position,
      new Date(at),
    ])
  })
  shard.log = logged.head
}

/** Called again and again, sees to it that the log names the current key once this node owns its shard. */
export const keyKeeper = (world: World): (() => void) => {
  const seen = new WeakSet<Shard>()
  return () => {
    const shard = world.shards.held(keyShard)
    if (!shard || seen.has(shard)) return
    seen.add(shard)
    const run = async () => {
      if (!shard.held) return
      try {
        await logKey(world, shard)
      } catch (error) {
        // It may have been written: the next entry must not build on an end that is none.
        shard.log = await keepTrying(world.patience, 'the fairness log could not be read', () =>
          readLogHead(world.db.journal, shard.number),
        )
        seen.delete(shard)
        throw error
      }
    }
    world.background(shard.logInTurn.run(run))
  }
}
