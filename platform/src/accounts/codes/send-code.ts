import { bodyCode } from '@minefall/shared/contracts'
import type { Contact } from '@minefall/shared/contracts/rest'
import { fallbackLanguage, type LanguageId } from '@minefall/shared/languages'
import { isRefusal, type Refusal, refusal } from '../../http/index.ts'
import { type OwnContact, ownContacts, settledContacts } from '../contacts.ts'
import { type Asker, accountAsker, addressAsker, deviceAsker, isKnownDevice } from '../devices.ts'
import { addressLimits, addressNetworks, subjectOf } from '../limits.ts'
import { hour, rates } from '../settings.ts'
import type { World } from '../world.ts'
import { hasReserve, strangersBudgets } from './budgets.ts'
import { askerLimits, type CodeSent, issueCode, type NewCode, ownTries } from './issue-code.ts'
import type { Purpose } from './one-time-code.ts'

/** Who asks for a code, from where, and as whom if they are signed in. */
export type CodeRequest = {
  contact: Contact
  address: string
  deviceId: string | null
  playerId: string | null
  /** Of the page that asks. */
  language: LanguageId | null
}

/**
 * The limits of a code. An asker gets a few an hour for each contact. Strangers' codes are limited per contact, per
 * network, per both, and by what is sent in all. A contact's own device is exempt, so no one can use up another person's codes.
 */
const boundsOf = (
  { settings }: World,
  { contact: { kind, value }, address }: CodeRequest,
  { asker, purpose, isStranger }: { asker: Asker; purpose: Purpose; isStranger: boolean },
): Pick<NewCode, 'limits' | 'tries' | 'budgets' | 'hasReserve'> => {
  const limits = askerLimits({ kind, value }, asker)
  if (!isStranger) return { limits, tries: ownTries({ kind, value }) }
  limits.push({ subject: subjectOf('code-strangers', kind, value), rate: rates.codeStrangers })
  // The widest network: one stranger leaves the owner's new device half of them, however many devices they name.
  for (const { group } of addressNetworks(address).slice(-1))
    limits.push({ subject: subjectOf('code-network', kind, value, group), rate: rates.codeAskerDay })
  const tries = addressLimits('code-address', address, { most: settings.codesPerAddress, withinMs: hour })
  return {
    limits,
    tries,
    budgets: strangersBudgets(settings, { kind, value }),
    // A new contact has no account yet, so it gets nothing from the reserve.
    hasReserve: purpose === 'login' && hasReserve(settings, kind),
  }
}

/** Refused for the account's own contact while it is too new to prove anything. */
const purposeOf = async (
  { db, clock }: World,
  { contact: { kind, value }, playerId }: CodeRequest,
): Promise<Purpose | Refusal> => {
  if (playerId === null) return 'login'
  const isIt = (one: OwnContact) => one.kind === kind && one.value === value
  if (!(await ownContacts(db, playerId)).some(isIt)) return 'change'
  if ((await settledContacts(db, playerId, clock.now())).some(isIt)) return 'security'
  return refusal(bodyCode.notAllowed, { notice: 'contact-unsettled' })
}

const askerOf = ({ playerId, deviceId, address }: CodeRequest): Asker => {
  if (playerId !== null) return accountAsker(playerId)
  return deviceId === null ? addressAsker(address) : deviceAsker(deviceId)
}

/**
 * Sends a code to a contact. The answer and its timing are the same with an account and without one. Answers
 * the seconds until another may be asked for, and whether messages are so scarce that only contacts with accounts get theirs.
 */
export const sendCode = async (world: World, request: CodeRequest): Promise<Refusal | CodeSent> => {
  const { contact } = request
  const purpose = await purposeOf(world, request)
  if (isRefusal(purpose)) return purpose
  const asker = askerOf(request)
  const own =
    purpose === 'login'
      ? await isKnownDevice(world.db, contact, asker, world.clock.now())
      : purpose === 'security'
  return issueCode(world, {
    binding: { contact, purpose, asker },
    ...boundsOf(world, request, { asker, purpose, isStranger: !own }),
    language: request.language ?? fallbackLanguage,
    use: null,
  })
}
