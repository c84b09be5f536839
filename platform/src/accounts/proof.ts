import { shortContact } from '@minefall/shared/contact'
import { bodyCode, type OwnerProof, type ProofRequired } from '@minefall/shared/contracts'
import type { Sql } from '../db/index.ts'
import { type Refusal, refusal } from '../http/index.ts'
import { type Claim, checkOwnCode, spendCode } from './codes/check-code.ts'
import { codeContact } from './codes/withdrawal-code.ts'
import { refuseWrongPaymentPassword } from './passwords/compare.ts'
import { readSecurity } from './passwords/security.ts'
import type { World } from './world.ts'

/** 1207, with the ways that the owner has of proving that the account is theirs. */
export const proofRequired = async (world: World, sql: Sql, playerId: string): Promise<Refusal> => {
  const contact = await codeContact(world, sql, playerId)
  const { payment } = await readSecurity(sql, playerId)
  const ways: ProofRequired = {
    codeTo: contact && shortContact(contact),
    hasPaymentPassword: payment !== null,
  }
  return refusal(bodyCode.proofRequired, ways)
}

/** A right proof. A code in it is used up together with what it is given for; a payment password has none. */
export type Proven = { claim: Claim | null }

/**
 * Compares a proof; a try at it counts as everywhere, and at once. Without one 1207; a wrong code is 1203 and a wrong
 * password 1102, both with the proof's field, a locked one 1105.
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

/** Null for a right proof, whose code is used up at once. Refusals are those of {@link checkProof}. */
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
