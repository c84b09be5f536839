import { shortContact } from '@minefall/shared/contact'
import { bodyCode } from '@minefall/shared/contracts'
import type { Sql } from '../../db/index.ts'
import { type Refusal, refusal } from '../../http/index.ts'
import { languageOf, type OwnContact, settledContacts } from '../contacts.ts'
import { accountAsker, type CodedWithdrawal, withdrawalAsker } from '../devices.ts'
import type { World } from '../world.ts'
import { checkCode, spendCode } from './check-code.ts'
import { askerLimits, issueCode, ownTries } from './issue-code.ts'

/**
 * Where an account's codes for withdrawals go, and those that prove it is its owner's: its email address, or else its
 * phone. Null where neither is reached, or both are new.
 */
export const codeContact = async (
  { channels, clock }: Pick<World, 'channels' | 'clock'>,
  sql: Sql,
  playerId: string,
): Promise<OwnContact | null> =>
  (await settledContacts(sql, playerId, clock.now())).find(({ kind }) => channels[kind] !== null) ?? null

/**
 * Sends a code that is good for this withdrawal alone; `to` is what its owner knows the destination by. The account
 * has as many of them as of its other codes, whatever the withdrawals.
 */
export const sendWithdrawalCode = async (
  world: World,
  { to, ...withdrawal }: CodedWithdrawal & { to: string },
): Promise<Refusal | { seconds: number; codeTo: string }> => {
  const { playerId, amount } = withdrawal
  const contact = await codeContact(world, world.db, playerId)
  if (!contact) return refusal(bodyCode.unavailable)
  const issued = await issueCode(world, {
    binding: { contact, purpose: 'withdrawal', asker: withdrawalAsker(withdrawal) },
    limits: askerLimits(contact, accountAsker(playerId)),
    tries: ownTries(contact),
    language: await languageOf(world.db, playerId),
    use: { amount, to },
  })
  return 'seconds' in issued ? { ...issued, codeTo: shortContact(contact) } : issued
}

/**
 * Uses a withdrawal's code up in the caller's transaction. For a wrong one it answers the refusal, and the caller
 * commits: the try counts.
 */
export const spendWithdrawalCode = async (
  world: World,
  tx: Sql,
  { code, ...withdrawal }: CodedWithdrawal & { code: string },
): Promise<Refusal | null> => {
  const claim = await checkCode(
    { ...world, db: tx },
    {
      contacts: await settledContacts(tx, withdrawal.playerId, world.clock.now()),
      purpose: 'withdrawal',
      askers: [withdrawalAsker(withdrawal)],
      code,
    },
  )
  return claim && (await spendCode(tx, claim)) ? null : refusal(bodyCode.wrongCode)
}
