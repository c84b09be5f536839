import { shortContact } from '@minefall/shared/contact'
import { bodyCode } from '@minefall/shared/contracts'
import type { OwnerProof, ProofRequired } from '@minefall/shared/contracts/rest'
import type { Sql } from '../db/index.ts'
import { type Refusal, refusal } from '../http/index.ts'
import { type Claim, checkOwnCode, spendCode } from './codes/check-code.ts'
import { codeContact } from './codes/withdrawal-code.ts'
import { refuseWrongPaymentPassword } from './passwords/compare.ts'
import { readSecurity } from './passwords/security.ts'
import type { World } from './world.ts'

/** Refusal 1207, with the ways in which the owner can prove the account is theirs. */
export const proofRequired = async (world: World, sql: Sql, playerId: string): Promise<Refusal> => {
  const contact = await codeContact(world, sql, playerId)
  const { payment } = await readSecurity(sql, playerId)
  const ways: ProofRequired = {
    codeTo: contact && shortContact(contact),
    hasPaymentPassword: payment !== null,
  }
  return refusal(bodyCode.proofRequired, ways)
}

/** A valid proof. Its code, if any, is used up together with the action that it allows. */
export type Proven = { claim: Claim | null }

/**
 * Checks a proof and counts the attempt immediately. Refused without a proof (1207), for a wrong code (1203) or
 * password (1102), both with the field, and for a locked password (1105).
 */
export const checkProof = async (
  world: World,
  playerId: string,
  proof: OwnerProof | null,
): Promise<Proven | Refusal> => {
  if (proof === null) return proofRequired(world, world.db, playerId)
  if ('ownCode' in proof) {
    const claim = await checkOwnCode(world, playerId, proof.ownCode)
    return claim ? { claim } : refusal(bodyCode.wrongCode, { field: 'ownCode' })
  }
  const wrong = await refuseWrongPaymentPassword(world, playerId, proof.paymentPassword)
  if (!wrong) return { claim: null }
  return wrong.data ? wrong : refusal(wrong.refused, { field: 'paymentPassword' })
}

/** Resolves with null for a valid proof, and uses up its code. Refused like {@link checkProof}. */
export const prove = async (
  world: World,
  playerId: string,
  proof: OwnerProof | null,
): Promise<Refusal | null> => {
  const proven = await checkProof(world, playerId, proof)
  if (!('claim' in proven)) return proven
  const { claim } = proven
  return claim === null || (await spendCode(world.db, claim))
    ? null
    : refusal(bodyCode.wrongCode, { field: 'ownCode' })
}
