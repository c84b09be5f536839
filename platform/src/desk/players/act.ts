import { bodyCode } from '@minefall/shared/contracts'
import type { Sql } from '../../db/index.ts'
import { type Refusal, refusal } from '../../http/index.ts'
import { type By, writeAudit } from '../audit/write-audit.ts'
import { ownsOne } from '../staff/own-accounts.ts'
import { stillWorks } from '../staff/staff-row.ts'
import type { World } from '../world.ts'

/** Who of staff acts on which account, and from where. */
export type Actor = By & { playerId: string }

/**
 * Acts on an account, which is held alone until the transaction ends. Refused for what is no account (1404), one with
 * the email address of who acts (1403), and someone who is disabled (1501).
 */
export const onAccount = <T>(
  { db, clock }: Pick<World, 'db' | 'clock'>,
  { playerId, staff }: Actor,
  act: (tx: Sql, at: number) => Promise<T | Refusal>,
): Promise<T | Refusal> =>
  db.transaction(async (tx) => {
    const { count } = await tx.query('select from login_account where player_id = $1 for no key update', [
      playerId,
    ])
    if (count === 0) return refusal(bodyCode.notFound)
    if (!(await stillWorks(tx, staff))) return refusal(bodyCode.tokenInvalid)
    if (await ownsOne(tx, staff, [playerId])) return refusal(bodyCode.notAllowed)
    return act(tx, clock.now())
  })

/** What the audit log tells of it. */
export const auditAct = (
  tx: Sql,
  { playerId, staff, address }: Actor,
  entry: { at: number; action: string; reason?: string; before?: object; after: object },
): Promise<void> =>
  writeAudit(tx, { ...entry, staffId: staff.id, subject: { type: 'account', id: playerId }, address })
