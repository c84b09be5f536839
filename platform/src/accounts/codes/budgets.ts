import { dialCodeOfNumber } from '@minefall/shared/contact'
import type { Contact } from '@minefall/shared/contracts/rest'
import { ownerOf } from '../contacts.ts'
import { countIfAllowed, type Limit, subjectOf } from '../limits.ts'
import { type AccountSettings, day, hour, rates } from '../settings.ts'
import type { World } from '../world.ts'

/** SMS a day reserved for numbers with accounts. */
const reserveOf = ({ smsPerDay, smsReservePercent }: AccountSettings): number =>
  Math.floor((smsPerDay * smsReservePercent) / 100)

/** Whether any SMS are reserved. */
export const hasReserve = (settings: AccountSettings): boolean => reserveOf(settings) > 0

/**
 * The limits of strangers' SMS: a day's SMS without the reserve, and an hourly limit per dial code, since some networks
 * share the price of a message with the person who requested it.
 */
export const strangersSmsLimits = (settings: AccountSettings, number: string): Limit[] => [
  {
    subject: subjectOf('sms'),
    rate: { most: settings.smsPerDay - reserveOf(settings), withinMs: day },
  },
  {
    subject: subjectOf('sms-dial-code', dialCodeOfNumber(number)),
    rate: { most: settings.smsPerDialCode, withinMs: hour },
  },
]

/**
 * Takes an SMS out of the reserve: to a number with an account, a few a day each. Answers what was counted, null if it may
 * not be sent. Does the same work for a number without an account.
 */
export const takeFromReserve = async (
  { db, clock, settings }: World,
  { kind, value }: Pick<Contact, 'kind' | 'value'>,
): Promise<bigint[] | null> => {
  const hasAccount = (await ownerOf(db, { kind, value })) !== null
  const pool = hasAccount ? 'sms-reserve' : 'sms-no-account'
  const limits = [
    { subject: subjectOf(pool), rate: { most: reserveOf(settings), withinMs: day } },
    { subject: subjectOf(pool, value), rate: rates.codeReserve },
  ]
  const counted = await countIfAllowed(db, limits, clock.now())
  return hasAccount && 'ids' in counted ? counted.ids : null
}
