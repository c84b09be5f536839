import { bodyCode } from '@minefall/shared/contracts'
import { activityLimits, type DeskActivity, type DeskActivityBody } from '@minefall/shared/contracts/desk'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { type Refusal, refusal, wrongField } from '../../http/index.ts'
import { type By, writeAudit } from '../audit/write-audit.ts'
import { stillWorks } from '../staff/staff-row.ts'
import type { World } from '../world.ts'

const rowSchema = z
  .object({
    id: z.string(),
    metric: z.enum(['matches', 'wins', 'tables', 'streak']),
    goal: z.int(),
    period: z.enum(['day', 'week', 'month', 'once']),
    gift: z.bigint(),
    begins_at: z.date().nullable(),
    ends_at: z.date().nullable(),
    is_open: z.boolean(),
    version: z.int(),
  })
  .transform(
    ({ gift, begins_at, ends_at, is_open, ...same }): DeskActivity => ({
      ...same,
      gift: gift.toString(),
      beginsAt: begins_at?.getTime() ?? null,
      endsAt: ends_at?.getTime() ?? null,
      isOpen: is_open,
    }),
  )

/** Every activity, also those that don't run, in their order. */
export const listActivities = async (sql: Sql): Promise<DeskActivity[]> =>
  rowSchema.array().parse((await sql.query('select * from activity order by position')).rows)

const refuseBody = ({ gift, beginsAt, endsAt }: DeskActivityBody): Refusal | null => {
  const coins = BigInt(gift)
  if (coins < 1n || coins > BigInt(activityLimits.giftMost)) return wrongField('gift', 'bad-parameters')
  const isEmpty = beginsAt !== null && endsAt !== null && endsAt <= beginsAt
  return isEmpty ? wrongField('endsAt', 'bad-parameters') : null
}

/** What of an activity staff may change. */
const told = ({ isOpen, goal, gift, beginsAt, endsAt }: DeskActivity) => ({
  isOpen,
  goal,
  gift,
  beginsAt,
  endsAt,
})

const dateOf = (at: number | null): Date | null => (at === null ? null : new Date(at))

/**
 * Changes an activity for everyone at once; what was claimed stays. Refused where it is another by now (1409), there
 * is none (1404), a field is wrong (1001), or for someone who is disabled (1501).
 */
export const changeActivity = async (
  { db, clock }: World,
  { id, ...body }: DeskActivityBody & { id: string },
  by: By,
): Promise<DeskActivity | Refusal> =>
  db.transaction(async (tx) => {
    if (!(await stillWorks(tx, by.staff))) return refusal(bodyCode.tokenInvalid)
    const found = await tx.query('select * from activity where id = $1 for update', [id])
    const before = rowSchema.optional().parse(found.rows[0])
    if (!before) return refusal(bodyCode.notFound)
    const wrong = refuseBody(body)
    if (wrong) return wrong
    if (before.version !== body.version) return refusal(bodyCode.conflict)
    const { rows } = await tx.query(
      `update activity set is_open = $2, goal = $3, gift = $4, begins_at = $5, ends_at = $6, version = version + 1
       where id = $1 returning *`,
      [id, body.isOpen, body.goal, BigInt(body.gift), dateOf(body.beginsAt), dateOf(body.endsAt)],
    )
    const after = rowSchema.parse(rows[0])
    await writeAudit(tx, {
      at: clock.now(),
      staffId: by.staff.id,
      action: 'activity.change',
      subject: { type: 'activity', id },
      reason: body.reason,
      before: told(before),
      after: told(after),
      address: by.address,
    })
    return after
  })
