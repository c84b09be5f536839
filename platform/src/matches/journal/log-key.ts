import { keyEntry } from '@minefall/shared/record'
import { z } from 'zod'
import type { Shard } from '../shards/shards.ts'
import type { World } from '../world.ts'
import { appendLine } from './log-line.ts'

/** The shard whose log has the changes of keys. */
const keyShard = 0

const keysSchema = z.array(z.object({ key: z.string() }))

/**
 * Notes in the log that the platform signs with its current key, where no entry says so. Answers whether one does now: not
 * where the shard is another node's, or on its way there.
 */
const logKey = async (world: World): Promise<boolean> => {
  const { db, clock, signers } = world
  const { key } = signers.current
  const { rows } = await db.query('select key from fairness_key order by position desc')
  const known = keysSchema.parse(rows)
  if (known.some((one) => one.key === key)) return true
  const previous = known[0]?.key ?? null
  // A key that was taken away can't sign what comes after it.
  const before = previous === null ? undefined : signers.all.get(previous)
  const signature = before?.sign('key', { key }).signature ?? null
  const at = clock.now()
  return appendLine(world, {
    shard: keyShard,
    at,
    entry: (prevLog) => keyEntry({ at, key, previous, signature }, prevLog),
    write: async (tx, position) => {
      await tx.query('insert into fairness_key (key, shard, position, at) values ($1, $2, $3, $4)', [
        key,
        keyShard,
        position,
        new Date(at),
      ])
    },
  })
}

/** Called again and again, sees to it that the log names the current key once this node owns its shard. */
export const keyKeeper = (world: World): (() => void) => {
  const seen = new WeakSet<Shard>()
  return () => {
    const shard = world.shards.held(keyShard)
    if (!shard || seen.has(shard)) return
    seen.add(shard)
    const run = async () => {
      let isNamed = false
      try {
        isNamed = await logKey(world)
      } finally {
        if (!isNamed) seen.delete(shard)
      }
    }
    world.background(run())
  }
}
