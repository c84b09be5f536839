import { shardCount } from '@minefall/shared/shards'
import { z } from 'zod'
import type { Database } from '../../db/index.ts'
import { type InTurn, inTurn } from '../../in-turn.ts'
import { emptyLog, type LogHead, readLogHeads } from '../journal/fairness-log.ts'

/** A shard this node holds. */
export type Shard = {
  readonly number: number
  readonly epoch: bigint
  /** False once another node has taken it: nothing of it may be written any more. */
  held: boolean
  /** The end of its fairness log; changed only inside `logInTurn`. */
  log: LogHead
  /** Entries of one chain are written one after another. */
  readonly logInTurn: InTurn
}

const takenSchema = z.object({ shard: z.int(), epoch: z.bigint() })
const beforeSchema = z.object({ renewed: z.date().nullable() })

/**
 * Takes every shard with an epoch one higher, so that whoever held them before is fenced. `lastAlive` is when the
 * previous holder last renewed, in milliseconds of its clock; null at the first start.
 */
export const takeAllShards = async (
  db: Database,
  { node, now, leaseMs }: { node: string; now: number; leaseMs: number },
): Promise<{ shards: Shard[]; lastAlive: number | null }> => {
  const expires = new Date(now + leaseMs)
  const { taken, lastAlive } = await db.transaction(async (tx) => {
    const before = await tx.query('select max(expires_at) as renewed from shard_lease')
    const { rows } = await tx.query(
      `insert into shard_lease (shard, node, epoch, expires_at)
       select shard, $1, 1, $2::timestamptz from generate_series(0, $3::int - 1) as shard
       on conflict (shard) do update
       set node = excluded.node, epoch = shard_lease.epoch + 1, expires_at = excluded.expires_at
       returning shard, epoch`,
      [node, expires, shardCount],
    )
    const renewed = beforeSchema.parse(before.rows[0]).renewed
    return {
      taken: rows.map((row) => takenSchema.parse(row)),
      lastAlive: renewed === null ? null : renewed.getTime() - leaseMs,
    }
  })
  const heads = await readLogHeads(db)
  const shards = taken
    .sort((a, b) => a.shard - b.shard)
    .map(({ shard, epoch }) => ({
      number: shard,
      epoch,
      held: true,
      log: heads.get(shard) ?? emptyLog,
      logInTurn: inTurn(),
    }))
  return { shards, lastAlive }
}

/** Renews what is still ours; the answer is the shards that another node has taken meanwhile. */
export const renewShards = async (
  db: Database,
  shards: readonly Shard[],
  { now, leaseMs }: { now: number; leaseMs: number },
): Promise<Shard[]> => {
  const held = shards.filter((shard) => shard.held)
  if (held.length === 0) return []
  const { rows } = await db.query(
    // Locked in the order in which the move lane takes them, so that the two never wait for each other.
    `with ours as materialized (
       select l.shard from shard_lease l
       join unnest($1::int[], $2::bigint[]) as mine(shard, epoch) on l.shard = mine.shard and l.epoch = mine.epoch
       order by l.shard for no key update of l
     )
     update shard_lease l set expires_at = $3::timestamptz from ours where l.shard = ours.shard
     returning l.shard, l.epoch`,
    [held.map(({ number }) => number), held.map(({ epoch }) => epoch), new Date(now + leaseMs)],
  )
  const renewed = new Set(rows.map((row) => takenSchema.parse(row).shard))
  return held.filter(({ number }) => !renewed.has(number))
}
