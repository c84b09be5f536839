import { dialCodeOfNumber } from '@minefall/shared/contact'
import type { Contact } from '@minefall/shared/contracts/rest'
import { ownerOf } from '../contacts.ts'
import { countIfAllowed, type Limit, subjectOf } from '../limits.ts'
import { type AccountSettings, day, hour, rates } from '../settings.ts'
import type { World } from '../world.ts'

type Kind = Contact['kind']

/** What is counted of each kind. */
const names = { phone: 'sms', email: 'mail' } as const

/** Messages of a kind that strangers may cause in a day, and those of them that are reserved for contacts with accounts. */
const perDay = ({ smsPerDay, mailPerDay, reservePercent }: AccountSettings, kind: Kind) => {
  const all = kind === 'phone' ? smsPerDay : mailPerDay
  return { all, reserve: Math.floor((all * reservePercent) / 100) }
}

/** Whether any messages of a kind are reserved. */
export const hasReserve = (settings: AccountSettings, kind: Kind): boolean =>
  perDay(settings, kind).reserve > 0

/**
 * The limits of strangers' messages: a day's without the reserve, and of SMS an hourly limit per dial code, since some
 * networks share the price of a message with the person who requested it.
 */
export const strangersBudgets = (
  settings: AccountSettings,
  { kind, value }: Pick<Contact, 'kind' | 'value'>,
): Limit[] => {
  const { all, reserve } = perDay(settings, kind)
  const inAll = { subject: subjectOf(names[kind]), rate: { most: all - reserve, withinMs: day } }
  if (kind === 'email') return [inAll]
  const subject = subjectOf('sms-dial-code', dialCodeOfNumber(value))
  return [inAll, { subject, rate: { most: settings.smsPerDialCode, withinMs: hour } }]
}

/**
 * Takes a message out of the reserve: to a contact with an account, a few a day each. Answers what was counted, null if it
 * may not be sent. Does the same work for a contact without an account.
 */
export const takeFromReserve = async (
  { db, clock, settings }: World,
  { kind, value }: Pick<Contact, 'kind' | 'value'>,
): Promise<bigint[] | null> => {
  const hasAccount = (await ownerOf(db, { kind, value })) !== null
  const pool = `${names[kind]}-${hasAccount ? 'reserve' : 'no-account'}`
  const limits = [
    { subject: subjectOf(pool), rate: { most: perDay(settings, kind).reserve, withinMs: day } },
    { subject: subjectOf(pool, value), rate: rates.codeReserve },
  ]
  const counted = await countIfAllowed(db, limits, clock.now())
  return hasAccount && 'ids' in counted ? counted.ids : null
}
