import { eventVersion } from '@minefall/shared/game'
import { shardCount } from '@minefall/shared/shards'
import { z } from 'zod'
import type { Database } from '../../db/index.ts'
import { type InTurn, inTurn } from '../../jobs/in-turn.ts'
import { emptyLog, type LogHead, readLogHeads } from '../journal/fairness-log.ts'

/** A shard that is this node's by the database. */
export type Shard = {
  readonly number: number
  readonly epoch: bigint
  /** The newest version of events in its journals. */
  readonly version: number
  /** Whether it may be asked for something: false while it is on its way to or from another node, or is that one's. */
  held: boolean
  /** Whether it has gone to another node, which takes up what was opened in it. */
  lost: boolean
  /** The end of its fairness log; changed only inside `logInTurn`. */
  log: LogHead
  /** Entries of one chain are written one after another. */
  readonly logInTurn: InTurn
}

/** A shard just taken, not asked for anything yet, and the node it was taken from; null for one that no one ever had. */
export type TakenShard = { shard: Shard; from: string | null }

const takenSchema = z.object({
  shard: z.int(),
  epoch: z.bigint(),
  version: z.int(),
  from: z.string().nullable(),
})
const ownerSchema = z.object({ shard: z.int(), node: z.string(), epoch: z.bigint() })

/**
 * Takes shards with an epoch one higher, so that whichever node had them before is fenced by its next statement: those that
 * no one ever had and those of the nodes in `from`, or of any node where that is null. One whose events this program can't
 * read is never taken.
 */
export const takeShards = async (
  db: Database,
  { node, shards, from }: { node: string; shards: readonly number[]; from: readonly string[] | null },
): Promise<TakenShard[]> => {
  const { rows } = await db.query(
    // Locked in the order in which a flush takes them, so that the two never wait for each other.
    `with before as materialized (
       select l.shard, l.node from shard_lease l where l.shard = any ($1::int[]) order by l.shard for no key update
     ), taken as (
       insert into shard_lease as l (shard, node, epoch, version)
       select w.shard, $2, 1, $3 from unnest($1::int[]) as w (shard) left join before b on b.shard = w.shard
       order by w.shard
       on conflict (shard) do update set node = excluded.node, epoch = l.epoch + 1, version = excluded.version
       where l.version <= excluded.version and ($4::text[] is null or l.node = any ($4::text[]))
       returning l.shard, l.epoch, l.version
     )
     select t.shard, t.epoch, t.version, b.node as "from"
     from taken t left join before b on b.shard = t.shard order by t.shard`,
    [shards, node, eventVersion, from],
  )
  const taken = rows.map((row) => takenSchema.parse(row))
  // After that: what the last owner wrote before it is there by now, and nothing of theirs comes any more.
  const heads = await readLogHeads(
    db,
    taken.map(({ shard }) => shard),
  )
  return taken.map(({ shard, epoch, version, from: last }) => ({
    shard: {
      number: shard,
      epoch,
      version,
      held: false,
      lost: false,
      log: heads.get(shard) ?? emptyLog,
      logInTurn: inTurn(),
    },
    from: last,
  }))
}

/** Takes every shard, from the node that has it. */
export const takeAllShards = (db: Database, node: string): Promise<TakenShard[]> =>
  takeShards(db, { node, shards: Array.from({ length: shardCount }, (_, shard) => shard), from: null })

/** Whose each shard is, by number. */
export const readOwners = async (db: Database): Promise<Map<number, { node: string; epoch: bigint }>> => {
  const { rows } = await db.query('select shard, node, epoch from shard_lease')
  return new Map(
    rows.map((row) => {
      const { shard, node, epoch } = ownerSchema.parse(row)
      return [shard, { node, epoch }]
    }),
  )
}
