import { bodyCode } from '@minefall/shared/contracts'
import type { Staff } from '@minefall/shared/contracts/desk'
import { movesFrom } from '@minefall/shared/payments'
import { lockSubjects, subjectOf } from '../../accounts/index.ts'
import type { Sql } from '../../db/index.ts'
import { isRefusal, type Refusal, refusal } from '../../http/index.ts'
import {
  completeDeposit,
  completeWithdrawal,
  failDeposit,
  isReferenceUsed,
  moveOrder,
  notifyOrderMoved,
  notifyStaff,
  type OrderRow,
  readOrder,
  rejectWithdrawal,
} from '../../wallet/index.ts'
import { isIdentityDue, isOwnerBlocked, lockAccount } from '../accounts/identity.ts'
import { type By, writeAudit } from '../audit/write-audit.ts'
import { ownsOne } from '../staff/own-accounts.ts'
import { stillWorks } from '../staff/staff-row.ts'
import type { World } from '../world.ts'
import { approvedOtherSide, readApprovals } from './deciders.ts'
import { whySecondPerson } from './second-person.ts'

/**
 * A payment's reference in its normal form, so that two spellings of one payment match: no spaces, capitals; a USDT
 * hash as its chain writes it. A provider's own references stay as they are.
 */
export const paymentReference = (
  { method, network }: Pick<OrderRow, 'method' | 'network'>,
  given: string,
): string => {
  const dense = given.replace(/\s+/g, '')
  if (method === 'checkout') return dense
  if (method !== 'usdt') return dense.toUpperCase()
  const hash = dense.toLowerCase().replace(/^0x/, '')
  return network === 'ERC20' ? `0x${hash}` : hash
}

/** The decider, the order, and the network address. */
type Decider = By & { orderId: string }

/** Acts on the locked order: answers the order afterwards, or refuses before it writes. */
type Act = (tx: Sql, order: OrderRow, at: number) => Promise<OrderRow | Refusal>

/**
 * Locks its owner's account and the order, in the order in which an undo of a contact locks them, acts unless it is the
 * decider's own, and tells its player and staff after the commit.
 */
const decide = async (world: World, { orderId, staff }: Decider, act: Act): Promise<OrderRow | Refusal> => {
  const { after, moved } = await world.db.transaction(async (tx) => {
    const found = await readOrder(tx, orderId)
    if (found) await lockAccount(tx, found.playerId)
    const order = found && (await readOrder(tx, orderId, { lock: true }))
    if (!order) return { after: refusal(bodyCode.notFound), moved: false }
    if (!(await stillWorks(tx, staff))) return { after: refusal(bodyCode.tokenInvalid), moved: false }
    if (await ownsOne(tx, staff, [order.playerId])) return { after: refusal(bodyCode.ownOrder), moved: false }
    const after = await act(tx, order, world.clock.now())
    return { after, moved: !isRefusal(after) && after.version > order.version }
  })
  if (isRefusal(after)) return after
  if (moved) await notifyOrderMoved(world, after)
  // The first of two approvals moves nothing, but must be seen.
  else notifyStaff(world, after)
  return after
}

const movedOn = refusal(bodyCode.orderMoved)

/** Whether the last step of the order was taken by this person. */
const wasLastMovedBy = async (tx: Sql, { id, version }: OrderRow, staff: Staff): Promise<boolean> => {
  const { count } = await tx.query(
    `select from wallet_order_event where order_id = $1 and nth = $2 and actor_kind = 'staff' and actor = $3`,
    [id, version, staff.id],
  )
  return count > 0
}

const audit = (
  tx: Sql,
  { staff, address }: Decider,
  entry: { at: number; action: string; order: OrderRow; reason?: string; before: object; after: object },
): Promise<void> => {
  const { order, ...told } = entry
  return writeAudit(tx, { ...told, staffId: staff.id, subject: { type: 'order', id: order.id }, address })
}

/** Why this person may not approve the order; null where they may, until the transaction ends. */
const refuseApprover = async (
  tx: Sql,
  settings: World['settings'],
  order: OrderRow,
  { staffId, at }: { staffId: string; at: number },
): Promise<Refusal | null> => {
  const asked = { playerId: order.playerId, staffId, side: order.kind, now: at }
  if (await approvedOtherSide(tx, settings, asked)) return refusal(bodyCode.handsApart)
  if (await isOwnerBlocked(tx, order)) return refusal(bodyCode.ownerBlocked)
  return (await isIdentityDue(tx, settings, order)) ? refusal(bodyCode.identityUnreviewed) : null
}

/**
 * Takes a deposit under review that is paid, or that failed and was paid after all; starts the payout of a withdrawal, if
 * they may approve it, so that no one else pays it too. Taken by the same person before, it stays as it is.
 */
export const takeOrder = (world: World, decider: Decider): Promise<OrderRow | Refusal> =>
  decide(world, decider, async (tx, order, at) => {
    const { staff } = decider
    const isPayout = order.kind === 'withdrawal'
    const to = isPayout ? 'pending' : 'reviewing'
    if (order.status === to && (await wasLastMovedBy(tx, order, staff))) return order
    const isStarted = isPayout && order.version > 1
    if (isStarted || !movesFrom(order.kind, order.status).includes(to)) return movedOn
    const refused = isPayout && (await refuseApprover(tx, world.settings, order, { staffId: staff.id, at }))
    if (refused) return refused
    const after = await moveOrder(tx, order, { to, by: { kind: 'staff', id: staff.id }, at })
    const [was, is] = [{ status: order.status }, { status: after.status }]
    await audit(tx, decider, { at, action: 'order.take', order, before: was, after: is })
    return after
  })

/**
 * Approves an order under the payment's reference. With the last approval it needs it completes, under that
 * reference. The same approval again changes nothing, unless another counts by now with which it completes; under another
 * reference it corrects the first one. Refused are another reference than someone else's (1409), a withdrawal that waits
 * for an identity review (1609) or an unblock (1610), and what is opposite to something they recently approved of the
 * account (1611).
 */
export const approveOrder = (
  world: World,
  decider: Decider,
  given: { reference: string },
): Promise<OrderRow | Refusal> =>
  decide(world, decider, async (tx, order, at) => {
    const { staff } = decider
    const reference = paymentReference(order, given.reference)
    const approvals = await readApprovals(tx, order.id, { lock: true })
    const own = approvals.find(({ staffId }) => staffId === staff.id)
    const canComplete = movesFrom(order.kind, order.status).includes('completed')
    const others = approvals.filter(({ staffId, counts }) => counts && staffId !== staff.id)
    const isSame = own?.reference === reference
    if (own && order.status === 'completed') return isSame ? order : refusal(bodyCode.conflict)
    if (!canComplete) return movedOn
    if (others.some((given) => given.reference !== reference)) return refusal(bodyCode.conflict)
    // With two that count an order waits only after one of the two was disabled and let in again: this completes it.
    if (isSame && others.length === 0) return order
    // Serialized per person, and per account by its lock: earlier approvals are in the sums of later ones.
    await lockSubjects(tx, [subjectOf('approving', staff.id)])
    const refused = await refuseApprover(tx, world.settings, order, { staffId: staff.id, at })
    if (refused) return refused
    if (await isReferenceUsed(tx, order, reference)) return refusal(bodyCode.referenceUsed)
    const asking = { settings: world.settings, staffId: staff.id, now: at }
    const why = (await whySecondPerson(tx, [order], asking))(order)
    const [count, needed] = [others.length + 1, why ? 2 : 1]
    await tx.query(
      `insert into wallet_order_approval (order_id, staff_id, reference, at, alone) values ($1, $2, $3, $4, $5)
       on conflict (order_id, staff_id) do update
         set reference = excluded.reference, at = excluded.at, alone = excluded.alone`,
      [order.id, staff.id, reference, new Date(at), count === 1 && needed === 1],
    )
    const completion = { by: { kind: 'staff', id: staff.id }, at, reference } as const
    const complete = order.kind === 'deposit' ? completeDeposit : completeWithdrawal
    const after = count < needed ? order : await complete(tx, order, completion)
    await audit(tx, decider, {
      at,
      action: 'order.approve',
      order,
      before: { status: order.status, approvals: own ? count : others.length },
      after: { status: after.status, approvals: count, needed, reference },
    })
    return after
  })

/**
 * Ends an order without success; a withdrawal's coins are free again. The same rejection again changes nothing. A
 * withdrawal that someone else approved is refused: they may have paid it out, and know alone.
 */
export const rejectOrder = (
  world: World,
  decider: Decider,
  { reason }: { reason: string },
): Promise<OrderRow | Refusal> =>
  decide(world, decider, async (tx, order, at) => {
    const { staff } = decider
    if (order.reason === 'refused' && order.reasonText === reason && (await wasLastMovedBy(tx, order, staff)))
      return order
    const end = order.kind === 'deposit' ? 'failed' : 'rejected'
    // A deposit that was never paid fails by the clock, not by staff.
    if (order.status === 'submitted' || !movesFrom(order.kind, order.status).includes(end)) return movedOn
    const approvals = order.kind === 'withdrawal' ? await readApprovals(tx, order.id, { lock: true }) : []
    if (approvals.some(({ staffId, counts }) => counts && staffId !== staff.id)) return movedOn
    const fail = order.kind === 'deposit' ? failDeposit : rejectWithdrawal
    const refusing = {
      by: { kind: 'staff', id: staff.id },
      at,
      reason: { code: 'refused', text: reason },
    } as const
    const after = await fail(tx, order, refusing)
    const [was, is] = [{ status: order.status }, { status: after.status }]
    await audit(tx, decider, { at, action: 'order.reject', order, reason, before: was, after: is })
    return after
  })
