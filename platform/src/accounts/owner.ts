import { shortContact } from '@minefall/shared/contact'
import type { OwnerProof } from '@minefall/shared/contracts/rest'
import type { Sql } from '../db/index.ts'
import { isRefusal, type Refusal } from '../http/index.ts'
import { codeContact, sendWithdrawalCode, spendWithdrawalCode } from './codes/withdrawal-code.ts'
import { notifyOwner } from './contacts.ts'
import type { CodedWithdrawal } from './devices.ts'
import type { News } from './messages/write.ts'
import { refuseWrongPaymentPassword } from './passwords/compare.ts'
import { lockForChange, readSecurity } from './passwords/security.ts'
import { proofRequired, prove } from './proof.ts'
import type { SignedInAs } from './sessions/authenticate.ts'
import type { World } from './world.ts'

/** How owners prove themselves before money moves, and are notified. */
export type Owner = {
  /**
   * How the account is secured: since when, until when withdrawals are stopped after an undone change (milliseconds
   * since 1970, null for neither), whether a payment password is set, and where withdrawal codes go, shortened, null
   * for nowhere. `lock` keeps it so until the transaction ends.
   */
  security(
    sql: Sql,
    playerId: string,
    options?: { lock?: boolean },
  ): Promise<{
    securedAt: number
    stoppedUntil: number | null
    hasPaymentPassword: boolean
    codeTo: string | null
  }>
  /** Locks the account for a change until the transaction ends. Refused (1501) if the session that asks has ended. */
  lockForChange(tx: Sql, me: SignedInAs): Promise<Refusal | null>
  /**
   * Null for a valid ownership proof, whose code is then used up. 1207 without one, with the possible ways; 1203,
   * 1102 or 1105 for a wrong one, which counts against the limits.
   */
  prove(playerId: string, proof: OwnerProof | null): Promise<Refusal | null>
  /** 1207 with the possible ways, for calls that require a proof. */
  proofRequired(sql: Sql, playerId: string): Promise<Refusal>
  /** Null for the right payment password; wrong ones count and lock as usual. */
  refuseWrongPaymentPassword(playerId: string, password: string): Promise<Refusal | null>
  sendWithdrawalCode(
    withdrawal: CodedWithdrawal & { to: string },
  ): Promise<Refusal | { seconds: number; codeTo: string }>
  /** Null for the right code, used up with the transaction; commit a refusal too, since the try counts. */
  spendWithdrawalCode(tx: Sql, withdrawal: CodedWithdrawal & { code: string }): Promise<Refusal | null>
  /** Writes to every contact of the account, in its language: by SMS a few times a day, by email always. What can't be delivered is logged. */
  tell(playerId: string, news: News): Promise<void>
}

export const ownerOfAccounts = (world: World): Owner => ({
  security: async (sql, playerId, options) => {
    const { securedAt, stoppedUntil, payment } = await readSecurity(sql, playerId, options)
    const contact = await codeContact(world, sql, playerId)
    return {
      securedAt,
      stoppedUntil,
      hasPaymentPassword: payment !== null,
      codeTo: contact && shortContact(contact),
    }
  },
  lockForChange: async (tx, me) => {
    const security = await lockForChange(tx, me)
    return isRefusal(security) ? security : null
  },
  prove: (playerId, proof) => prove(world, playerId, proof),
  proofRequired: (sql, playerId) => proofRequired(world, sql, playerId),
  refuseWrongPaymentPassword: (playerId, password) => refuseWrongPaymentPassword(world, playerId, password),
  sendWithdrawalCode: (withdrawal) => sendWithdrawalCode(world, withdrawal),
  spendWithdrawalCode: (tx, withdrawal) => spendWithdrawalCode(world, tx, withdrawal),
  tell: (playerId, news) => notifyOwner(world, playerId, news),
})
