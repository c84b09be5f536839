import { eventVersion } from '@minefall/shared/game'
import { shardCount } from '@minefall/shared/shards'
import { z } from 'zod'
import type { Database } from '../../db/index.ts'
import { type InTurn, inTurn } from '../../jobs/in-turn.ts'
import { emptyLog, type LogHead, readLogHeads } from '../journal/fairness-log.ts'

/** A shard whose lease is this node's. */
export type Shard = {
  readonly number: number
  readonly epoch: bigint
  /** The newest version of events in its journals. */
  readonly version: number
  /** Whether it may be asked for something: false while it is on its way to or from another node, or is that one's. */
  held: boolean
  /** The end of its fairness log; changed only inside `logInTurn`. */
  log: LogHead
  /** Entries of one chain are written one after another. */
  readonly logInTurn: InTurn
}

/** A shard just taken, not asked for anything yet; and when its lease was last renewed, null for the first lease of all. */
export type TakenShard = { shard: Shard; renewedAt: number | null }

/** A shard that is wanted. `epoch` is that of the owner who gave it, or is dead; null where no one is known to own it. */
export type WantedShard = { shard: number; epoch: bigint | null }

const takenSchema = z.object({
  shard: z.int(),
  epoch: z.bigint(),
  version: z.int(),
  renewed: z.date().nullable(),
})
const leaseSchema = z.object({ shard: z.int(), node: z.string(), epoch: z.bigint() })

type Terms = { node: string; now: number; leaseMs: number }

/**
 * Takes leases with an epoch one higher, so that whichever node held them before is fenced by their next statement. One is
 * taken whose epoch is still the one named, or that no one holds any more: never taken, laid down, past its end, or of
 * an earlier life of this node; with `anyway`, each of them. One whose events this program can't read is never taken.
 */
export const takeShards = async (
  db: Database,
  {
    node,
    now,
    leaseMs,
    wanted,
    anyway = false,
  }: Terms & { wanted: readonly WantedShard[]; anyway?: boolean },
): Promise<TakenShard[]> => {
  const { rows } = await db.query(
    // Locked in the order in which a flush takes them, so that the two never wait for each other.
    `with wanted as (
       select * from unnest($1::int[], $2::bigint[]) as w (shard, epoch)
     ), before as materialized (
       select l.shard, l.version, l.expires_at from shard_lease l where l.shard = any ($1::int[])
       order by l.shard for no key update
     ), taken as (
       insert into shard_lease as l (shard, node, epoch, expires_at, version, held)
       select w.shard, $3, coalesce(w.epoch, 0) + 1, $4::timestamptz, greatest(b.version, $5::int), true
       from wanted w left join before b on b.shard = w.shard order by w.shard
       on conflict (shard) do update
       set node = excluded.node, epoch = l.epoch + 1, expires_at = excluded.expires_at, version = excluded.version,
         held = true
       where l.version <= $6::int and (
         $7::boolean or l.epoch + 1 = excluded.epoch or l.node = excluded.node or not l.held
         or l.expires_at < $8::timestamptz)
       returning l.shard, l.epoch, l.version
     )
     select t.shard, t.epoch, t.version, b.expires_at as renewed
     from taken t left join before b on b.shard = t.shard order by t.shard`,
    [
      wanted.map(({ shard }) => shard),
      wanted.map(({ epoch }) => epoch),
      node,
      new Date(now + leaseMs),
      eventVersion,
      eventVersion,
      anyway,
      new Date(now),
    ],
  )
  const taken = rows.map((row) => takenSchema.parse(row))
  // After the lease: what the last owner wrote before it is there by now, and nothing of theirs comes any more.
  const heads = await readLogHeads(
    db,
    taken.map(({ shard }) => shard),
  )
  return taken.map(({ shard, epoch, version, renewed }) => ({
    shard: {
      number: shard,
      epoch,
      version,
      held: false,
      log: heads.get(shard) ?? emptyLog,
      logInTurn: inTurn(),
    },
    renewedAt: renewed === null ? null : renewed.getTime() - leaseMs,
  }))
}

/** Takes every shard, from the node that has it. */
export const takeAllShards = (db: Database, terms: Terms): Promise<TakenShard[]> => {
  const wanted = Array.from({ length: shardCount }, (_, shard) => ({ shard, epoch: null }))
  return takeShards(db, { ...terms, wanted, anyway: true })
}

/** Renews what is still ours; the answer is the shards that another node has taken in the meantime. */
export const renewShards = async (
  db: Database,
  shards: readonly Shard[],
  { now, leaseMs }: Omit<Terms, 'node'>,
): Promise<Shard[]> => {
  if (shards.length === 0) return []
  const { rows } = await db.query(
    // Locked in the order in which a flush takes them, so that the two never wait for each other.
    `with ours as materialized (
       select l.shard from shard_lease l
       join unnest($1::int[], $2::bigint[]) as mine(shard, epoch) on l.shard = mine.shard and l.epoch = mine.epoch
       order by l.shard for no key update of l
     )
     update shard_lease l set expires_at = $3::timestamptz from ours where l.shard = ours.shard
     returning l.shard, l.node, l.epoch`,
    [shards.map(({ number }) => number), shards.map(({ epoch }) => epoch), new Date(now + leaseMs)],
  )
  const renewed = new Set(rows.map((row) => leaseSchema.parse(row).shard))
  return shards.filter(({ number }) => !renewed.has(number))
}

/** Lets anyone take these shards at once: nothing is decided for them here any more. */
export const layDownShards = async (
  db: Database,
  shards: readonly Shard[],
  { now, leaseMs }: Omit<Terms, 'node'>,
): Promise<void> => {
  await db.query(
    `update shard_lease l set held = false, expires_at = $3::timestamptz
     from unnest($1::int[], $2::bigint[]) as mine (shard, epoch)
     where l.shard = mine.shard and l.epoch = mine.epoch`,
    [shards.map(({ number }) => number), shards.map(({ epoch }) => epoch), new Date(now + leaseMs)],
  )
}

/** Whose the leases are, by shard. */
export const readLeases = async (db: Database): Promise<Map<number, { node: string; epoch: bigint }>> => {
  const { rows } = await db.query('select shard, node, epoch from shard_lease')
  return new Map(
    rows.map((row) => {
      const { shard, node, epoch } = leaseSchema.parse(row)
      return [shard, { node, epoch }]
    }),
  )
}
