import { shortContact } from '@minefall/shared/contact'
import { bodyCode } from '@minefall/shared/contracts'
import type { Contact, OwnerProof } from '@minefall/shared/contracts/rest'
import type { Sql } from '../../db/index.ts'
import { isRefusal, type Refusal, refusal } from '../../http/index.ts'
import { notifyProfile } from '../../players/index.ts'
import { type Claim, checkCode, spendCode } from '../codes/check-code.ts'
import { ownContacts, ownerOf, tell, witnesses } from '../contacts.ts'
import { accountAsker } from '../devices.ts'
import { lockSubjects, subjectOf } from '../limits.ts'
import { insertContact } from '../login/register.ts'
import { lockForChange } from '../passwords/security.ts'
import { checkProof, type Proven, proofRequired } from '../proof.ts'
import type { SignedInAs } from '../sessions/authenticate.ts'
import { lifetimes } from '../settings.ts'
import type { World } from '../world.ts'
import { drawUndoToken, insertChange, reservedFor } from './change-rows.ts'

const hourMs = 3_600_000

/**
 * Whether a contact belongs to another account, or an undo may return it to one. The undo is checked first, because it
 * may be running now.
 */
const isTaken = async (tx: Sql, playerId: string, contact: Contact, now: number): Promise<boolean> => {
  const reserved = await reservedFor(tx, contact, now)
  return (reserved !== null && reserved.playerId !== playerId) || (await ownerOf(tx, contact)) !== null
}

type Change = { contact: Contact; claim: Claim; proven: Proven }

/** Makes the change and uses up both codes. Resolves with the token that undoes it. */
const store = async (
  world: World,
  tx: Sql,
  me: SignedInAs,
  { contact, claim, proven }: Change,
): Promise<string | Refusal> => {
  const { playerId } = me
  const now = world.clock.now()
  await lockSubjects(tx, [subjectOf('contact', contact.kind, contact.value)])
  const security = await lockForChange(tx, me)
  if (isRefusal(security)) return security
  if (!(await spendCode(tx, claim))) return refusal(bodyCode.wrongCode)
  if (await isTaken(tx, playerId, contact, now)) return refusal(bodyCode.contactTaken)
  if (proven.claim && !(await spendCode(tx, proven.claim)))
    return refusal(bodyCode.wrongCode, { field: 'ownCode' })
  const { kind, value } = contact
  const change = await insertChange(tx, { playerId, kind, value, at: now })
  await tx.query('delete from contact where player_id = $1 and kind = $2', [playerId, kind])
  await insertContact(tx, {
    playerId,
    contact,
    at: new Date(now),
    settlesAt: new Date(now + world.settings.settleMs),
  })
  // As long as it can be undone: who holds both contacts could else do so between a payment and its approval.
  await tx.query(
    'update login_account set secured_at = $2, withdrawals_stopped_until = $3 where player_id = $1',
    [playerId, new Date(now), new Date(now + lifetimes.undo)],
  )
  return drawUndoToken(tx, world, change)
}

/**
 * Replaces the account's contact of this kind; one that is the account's already stays as it is. The caller has the code
 * sent to the new contact and a proof of ownership. Refused without a proof (1207); the code then stays valid. The previous
 * contacts get a link that undoes the change for 72 hours.
 */
export const changeContact = async (
  world: World,
  me: SignedInAs,
  { contact, code, proof }: { contact: Contact; code: string; proof: OwnerProof | null },
): Promise<Refusal | null> => {
  const { playerId } = me
  // Sent again, as its answer was lost.
  if ((await ownerOf(world.db, contact)) === playerId) return null
  if (proof === null) return proofRequired(world, world.db, playerId)
  const claim = await checkCode(world, {
    contacts: [contact],
    purpose: 'change',
    askers: [accountAsker(playerId)],
    code,
  })
  if (!claim) return refusal(bodyCode.wrongCode)
  const proven = await checkProof(world, playerId, proof)
  if (isRefusal(proven)) return proven
  const before = await ownContacts(world.db, playerId)
  const token = await world.db.transaction((tx) => store(world, tx, me, { contact, claim, proven }))
  if (typeof token !== 'string') return token
  await notifyProfile(world, playerId)
  const { kind, value } = contact
  const told = (await witnesses(world.db, playerId, world.clock.now())).filter((one) => one.value !== value)
  // If every contact was new, write to all of them.
  await tell(world, playerId, told.length > 0 ? told : before, {
    name: `${kind}-changed`,
    values: {
      to: shortContact(contact),
      hours: lifetimes.undo / hourMs,
      link: `${world.settings.publicUrl}/undo#${token}`,
    },
  })
  return null
}
