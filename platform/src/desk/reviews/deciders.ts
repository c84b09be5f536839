import { type DeskOrderDetail, hasRight, type Staff } from '@minefall/shared/contracts/desk'
import type { Sql } from '../../db/index.ts'
import type { OrderRow } from '../../wallet/index.ts'
import { approvedOtherSide } from '../accounts/hands-apart.ts'
import { ownsOne } from '../staff/own-accounts.ts'
import { staffColumns, staffRowSchema } from '../staff/staff-row.ts'
import type { World } from '../world.ts'
import type { Approval } from './approvals.ts'

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
