import { bodyCode } from '@minefall/shared/contracts'
import type { DeskFlag } from '@minefall/shared/contracts/desk'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { isRefusal, type Refusal, refusal } from '../../http/index.ts'
import { type By, writeAudit } from '../audit/write-audit.ts'
import { ownsOne } from '../staff/own-accounts.ts'
import { stillWorks } from '../staff/standing.ts'
import type { World } from '../world.ts'
import { flagColumns, flagTables, viewFlags } from './flag-view.ts'

/** Where a page of flags goes on: the number of its last one. */
export const flagPlaceSchema = z.tuple([z.int().min(1)])
export type FlagPlace = z.infer<typeof flagPlaceSchema>

export type FlagQuery = { status: 'open' | 'reviewed'; from?: FlagPlace | undefined; limit: number }

/** Open flags, the oldest first; or reviewed ones, the newest first. */
export const readFlags = async (
  sql: Sql,
  { status, from, limit }: FlagQuery,
): Promise<{ flags: DeskFlag[]; next: FlagPlace | null }> => {
  const [is, order, beyond] = status === 'open' ? ['is null', 'asc', '>'] : ['is not null', 'desc', '<']
  const { rows } = await sql.query(
    `select ${flagColumns} from ${flagTables}
     where f.reviewed_at ${is} and ($1::bigint is null or f.id ${beyond} $1) order by f.id ${order} limit $2`,
    // One more tells whether there is a next page.
    [from?.[0] ?? null, limit + 1],
  )
  const flags = await viewFlags(sql, rows.slice(0, limit))
  const last = flags.at(-1)
  return { flags, next: rows.length > limit && last ? [Number(last.id)] : null }
}

/** What a reviewer of an order is shown of its account. */
const shownOfAccount = 10

/** The latest flags about an account. */
export const readFlagsOf = async (sql: Sql, playerId: string): Promise<DeskFlag[]> => {
  const { rows } = await sql.query(
    `select ${flagColumns} from ${flagTables} where f.player_ids @> array[$1::uuid] order by f.id desc limit $2`,
    [playerId, shownOfAccount],
  )
  return viewFlags(sql, rows)
}

const lockedSchema = z.object({ player_ids: z.array(z.string()), reviewed_by: z.string().nullable() })

/**
 * Notes that a flag was looked at. The same person's review again changes nothing. Refused where there is none (1404),
 * for one about the reviewer's own account (1403), one that somebody else reviewed (1409), and somebody who is
 * disabled (1501).
 */
export const reviewFlag = async (
  world: World,
  { flagId, reason }: { flagId: bigint; reason: string },
  by: By,
): Promise<DeskFlag | Refusal> => {
  const reviewed = await world.db.transaction(async (tx) => {
    const { staff, address } = by
    const found = await tx.query('select player_ids, reviewed_by from abuse_flag where id = $1 for update', [
      flagId,
    ])
    const flag = lockedSchema.optional().parse(found.rows[0])
    if (!flag) return refusal(bodyCode.notFound)
    if (!(await stillWorks(tx, staff))) return refusal(bodyCode.tokenInvalid)
    if (await ownsOne(tx, staff, flag.player_ids)) return refusal(bodyCode.notAllowed)
    if (flag.reviewed_by !== null && flag.reviewed_by !== staff.id) return refusal(bodyCode.conflict)
    if (flag.reviewed_by === null) {
      const at = world.clock.now()
      await tx.query('update abuse_flag set reviewed_at = $2, reviewed_by = $3 where id = $1', [
        flagId,
        new Date(at),
        staff.id,
      ])
      await writeAudit(tx, {
        at,
        staffId: staff.id,
        action: 'flag.review',
        subject: { type: 'flag', id: flagId.toString() },
        reason,
        before: { reviewedAt: null },
        after: { reviewedAt: at },
        address,
      })
    }
    const { rows } = await tx.query(`select ${flagColumns} from ${flagTables} where f.id = $1`, [flagId])
    const [view] = await viewFlags(tx, rows)
    if (!view) throw new Error('a flag is gone while it was locked')
    return view
  })
  if (!isRefusal(reviewed)) world.bus.publish('desk.changed', null, { what: 'flags' })
  return reviewed
}
