import { entryHash, logKinds } from '@minefall/shared/record'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { emptyLog } from '../journal/fairness-log.ts'

const entryRow = z.object({
  shard: z.int(),
  position: z.int(),
  kind: z.enum(logKinds),
  match_id: z.string().nullable(),
  document: z.string(),
  hash: z.string(),
})
const linkSchema = z.object({ prevLog: z.string() })

/** Throws when an entry of a fairness log is missing, out of its place, or not what its hash says. */
export const judgeChains = async (db: Sql): Promise<void> => {
  const { rows } = await db.query('select * from fairness_log order by shard, position')
  const ends = new Map<number, { position: number; hash: string }>()
  const kinds = new Map<string, string[]>()
  for (const row of rows) {
    const { shard, position, kind, match_id, document, hash } = entryRow.parse(row)
    const end = ends.get(shard) ?? emptyLog
    const { prevLog } = linkSchema.parse(JSON.parse(document))
    if (position !== end.position + 1 || prevLog !== end.hash || hash !== entryHash(kind, document))
      throw new Error(`entry ${position} of shard ${shard} does not follow on ${end.position}`)
    ends.set(shard, { position, hash })
    if (match_id !== null) kinds.set(match_id, [...(kinds.get(match_id) ?? []), kind])
  }
  for (const [matchId, told] of kinds)
    if (told[0] !== 'opened' || told.at(-1) !== 'closed')
      throw new Error(`match ${matchId} stands in the fairness log as ${told.join(', ')}`)
}
