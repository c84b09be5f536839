import { shortContact } from '@minefall/shared/contact'
import type { OwnerProof } from '@minefall/shared/contracts/rest'
import type { Sql } from '../db/index.ts'
import type { Refusal } from '../http/index.ts'
import { codeContact, sendWithdrawalCode, spendWithdrawalCode } from './codes/withdrawal-code.ts'
import { tellOwner } from './contacts.ts'
import type { CodedWithdrawal } from './devices.ts'
import type { News } from './messages/write.ts'
import { refuseWrongPaymentPassword } from './passwords/compare.ts'
import { readSecurity } from './passwords/security.ts'
import { proofRequired, prove } from './proof.ts'
import type { World } from './world.ts'

/** What the owner of an account proves before money of theirs moves, and hears of it. */
export type Owner = {
  /**
   * How the account is secured: since when, until when withdrawals are stopped as a change was undone (milliseconds
   * since 1970, null for neither), by a payment password or not, and where codes for withdrawals go, shortened, null for
   * nowhere. `lock` keeps it so until the transaction ends.
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
  /**
   * Null for a right proof that the account is its owner's; a code in it is used up. 1207 without one, with the ways
   * there are; 1203, 1102 or 1105 for a wrong one, which counts as everywhere.
   */
  prove(playerId: string, proof: OwnerProof | null): Promise<Refusal | null>
  /** 1207 with the ways there are, for what asks for a proof. */
  proofRequired(sql: Sql, playerId: string): Promise<Refusal>
  /** Null for the right one; counts and locks as everywhere. */
  refuseWrongPaymentPassword(playerId: string, password: string): Promise<Refusal | null>
  sendWithdrawalCode(
    withdrawal: CodedWithdrawal & { to: string },
  ): Promise<Refusal | { seconds: number; codeTo: string }>
  /** Null for the right code, which is used up with the transaction; a refusal is to be committed, as it counts. */
  spendWithdrawalCode(tx: Sql, withdrawal: CodedWithdrawal & { code: string }): Promise<Refusal | null>
  /** Writes to every contact of the account, in its language. What can't be delivered is logged. */
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
  prove: (playerId, proof) => prove(world, playerId, proof),
  proofRequired: (sql, playerId) => proofRequired(world, sql, playerId),
  refuseWrongPaymentPassword: (playerId, password) => refuseWrongPaymentPassword(world, playerId, password),
  sendWithdrawalCode: (withdrawal) => sendWithdrawalCode(world, withdrawal),
  spendWithdrawalCode: (tx, withdrawal) => spendWithdrawalCode(world, tx, withdrawal),
  tell: (playerId, news) => tellOwner(world, playerId, news),
})
