import { type DeskOrderDetail, hasRight, type Staff } from '@minefall/shared/contracts/desk'
import type { OrderKind } from '@minefall/shared/payments'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import type { OrderRow } from '../../wallet/index.ts'
import { ownsOne } from '../staff/own-accounts.ts'
import { staffColumns, staffRowSchema } from '../staff/staff-row.ts'
import type { World } from '../world.ts'

const rowSchema = z
  .object({
    staff_id: z.string(),
    name: z.string(),
    reference: z.string(),
    at: z.date(),
    counts: z.boolean(),
  })
  .transform(({ staff_id, at, ...approval }) => ({ ...approval, staffId: staff_id, at: at.getTime() }))

type Approval = z.output<typeof rowSchema>

/**
 * The approvers of an order, first one first. An approval counts while its approver works here; `lock` keeps them
 * from being disabled until the transaction ends.
 */
export const readApprovals = async (
  sql: Sql,
  orderId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<Approval[]> => {
  const { rows } = await sql.query(
    `select staff_id, name, reference, at, disabled_at is null as counts
     from wallet_order_approval join staff on staff.id = staff_id
     where order_id = $1 order by at, staff_id ${lock ? 'for share of staff' : ''}`,
    [orderId],
  )
  return rowSchema.array().parse(rows)
}

type ApprovalAttempt = {
  playerId: string
  staffId: string
  /** The kind to approve. A review of identity counts as a withdrawal. */
  side: OrderKind
  /** Milliseconds since 1970. */
  now: number
}

/**
 * Whether this member of staff recently approved something on the other side of an account. Deposits are one side,
 * withdrawals and the review of its identity the other: one person with both could pay out money that never came in.
 * Stays true until the end of the transaction if the account is locked.
 */
export const approvedOtherSide = async (
  sql: Sql,
  { handsApartMs }: World['settings'],
  { playerId, staffId, side, now }: ApprovalAttempt,
): Promise<boolean> => {
  const { count } = await sql.query(
    `select from wallet_order_approval a join wallet_order o on o.id = a.order_id
     where a.staff_id = $2 and o.player_id = $1 and o.kind <> $3 and a.at > $4
     union all
     select from login_account
     where player_id = $1 and $3 = 'deposit' and identity_reviewed_by = $2 and identity_reviewed_at > $4`,
    [playerId, staffId, side, new Date(now - handsApartMs)],
  )
  return count > 0
}

type Deciders = DeskOrderDetail['deciders']

/** Names that fit on a page, the newest first. */
const shownMost = 20

type Asking = { settings: World['settings']; reader: Staff; given: readonly Approval[]; now: number }

/** Why the reader may not approve an order, and who else may: everyone with the right who has not approved it. */
export const readDeciders = async (
  sql: Sql,
  { id, playerId, kind, endedAt }: OrderRow,
  { settings, reader, given, now }: Asking,
): Promise<Deciders> => {
  if (endedAt !== null) return { refused: null, others: [] }
  const refusedTo = async (staff: Staff): Promise<Deciders['refused']> => {
    if (await ownsOne(sql, staff, [playerId])) return 'own-account'
    const asked = { playerId, staffId: staff.id, side: kind, now }
    return (await approvedOtherSide(sql, settings, asked)) ? 'other-side' : null
  }
  const { rows } = await sql.query(
    `select ${staffColumns} from staff s where disabled_at is null and s.id <> $1
       and not exists (select from wallet_order_approval a where a.order_id = $2 and a.staff_id = s.id)
     order by created_at desc limit ${shownMost}`,
    [reader.id, id],
  )
  const others: string[] = []
  for (const staff of staffRowSchema.array().parse(rows))
    if (hasRight(staff.role, 'orders.decide') && (await refusedTo(staff)) === null) others.push(staff.name)
  const hasApproved = given.some(({ staffId }) => staffId === reader.id)
  return { refused: hasApproved ? null : await refusedTo(reader), others }
}
