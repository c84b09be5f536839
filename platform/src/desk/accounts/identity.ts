import { bodyCode } from '@minefall/shared/contracts'
import type { DeskIdentity } from '@minefall/shared/contracts/desk'
import { z } from 'zod'
import { blockedDetail } from '../../accounts/index.ts'
import type { Sql } from '../../db/index.ts'
import { isRefusal, type Refusal, refusal } from '../../http/index.ts'
import type { OrderRow } from '../../wallet/index.ts'
import { type By, writeAudit } from '../audit/write-audit.ts'
import { approvedOtherSide } from '../reviews/deciders.ts'
import { ownsOne } from '../staff/own-accounts.ts'
import { stillWorks } from '../staff/staff-row.ts'
import type { World } from '../world.ts'
import { readPlayers } from './players.ts'

const rowSchema = z.object({
  at: z.date().nullable(),
  staff_id: z.string().nullable(),
  name: z.string().nullable(),
  withdrawn: z.string(),
})

/** Whether staff looked at who owns an account, and the coins that were paid out to it. Null for none. */
export const readIdentity = async (
  sql: Sql,
  playerId: string,
): Promise<Omit<DeskIdentity, 'player'> | null> => {
  const { rows } = await sql.query(
    `select a.identity_reviewed_at as at, s.id as staff_id, s.name, (
       select coalesce(sum(o.amount), 0) from wallet_order o
       where o.player_id = a.player_id and o.kind = 'withdrawal' and o.status = 'completed'
     ) as withdrawn
     from login_account a left join staff s on s.id = a.identity_reviewed_by where a.player_id = $1`,
    [playerId],
  )
  const row = rowSchema.optional().parse(rows[0])
  if (!row) return null
  const { at, staff_id, name, withdrawn } = row
  const reviewed = at && staff_id !== null ? { at: at.getTime(), staffId: staff_id, name: name ?? '' } : null
  return { reviewed, withdrawn }
}

/** Keeps an account's identity and its withdrawals as they are until the transaction ends. False where there is none. */
export const lockAccount = async (tx: Sql, playerId: string): Promise<boolean> => {
  const { count } = await tx.query('select from login_account where player_id = $1 for no key update', [
    playerId,
  ])
  return count > 0
}

const dueSchema = z.object({ due: z.boolean() })

/** Whether a withdrawal waits until its account is unblocked. It stays so until the transaction ends. */
export const isOwnerBlocked = async (tx: Sql, { kind, playerId }: OrderRow): Promise<boolean> => {
  if (kind !== 'withdrawal') return false
  await lockAccount(tx, playerId)
  return (await blockedDetail(tx, playerId)) !== null
}

/**
 * Whether a withdrawal waits until the identity of the account's owner is reviewed. Orders of one account are asked
 * about one after the other, so that together they don't go past what each alone may.
 */
export const isIdentityDue = async (
  tx: Sql,
  { identityReviewAbove }: World['settings'],
  { kind, playerId, amount }: OrderRow,
): Promise<boolean> => {
  if (kind !== 'withdrawal') return false
  await lockAccount(tx, playerId)
  const { rows } = await tx.query('select identity_due($1, $2, $3) as due', [
    playerId,
    amount,
    identityReviewAbove,
  ])
  return dueSchema.parse(rows[0]).due
}

/**
 * Notes that staff looked at who owns an account, permanently; reviewed before, it stays as it is. Refused for an account
 * that there is not (1404), your own (1403), one whose deposits they approved not long ago (1611), and someone who is
 * disabled (1501).
 */
export const reviewIdentity = async (
  world: World,
  { playerId, reason }: { playerId: string; reason: string },
  by: By,
): Promise<DeskIdentity | Refusal> => {
  const reviewed = await world.db.transaction(async (tx) => {
    const { staff, address } = by
    if (!(await lockAccount(tx, playerId))) return refusal(bodyCode.notFound)
    if (!(await stillWorks(tx, staff))) return refusal(bodyCode.tokenInvalid)
    if (await ownsOne(tx, staff, [playerId])) return refusal(bodyCode.notAllowed)
    const at = world.clock.now()
    const asked = { playerId, staffId: staff.id, side: 'withdrawal', now: at } as const
    if (await approvedOtherSide(tx, world.settings, asked)) return refusal(bodyCode.handsApart)
    const { count } = await tx.query(
      `update login_account set identity_reviewed_at = $2, identity_reviewed_by = $3
       where player_id = $1 and identity_reviewed_at is null`,
      [playerId, new Date(at), staff.id],
    )
    if (count > 0)
      await writeAudit(tx, {
        at,
        staffId: staff.id,
        action: 'identity.review',
        subject: { type: 'account', id: playerId },
        reason,
        before: { reviewedAt: null },
        after: { reviewedAt: at },
        address,
      })
    const identity = await readIdentity(tx, playerId)
    if (!identity) throw new Error('an account is gone while it was locked')
    return { player: (await readPlayers(tx, [playerId]))(playerId), ...identity }
  })
  if (!isRefusal(reviewed)) world.bus.publish('desk.changed', null, { what: 'flags' })
  return reviewed
}
