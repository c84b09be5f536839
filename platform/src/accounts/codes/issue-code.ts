import { bodyCode } from '@minefall/shared/contracts'
import type { Contact } from '@minefall/shared/contracts/rest'
import type { LanguageId } from '@minefall/shared/languages'
import { z } from 'zod'
import { type Refusal, refusal, tooMany } from '../../http/index.ts'
import { deliver } from '../channels/channels.ts'
import type { Asker } from '../devices.ts'
import { countedOf, type Limit, limitColumns, subjectOf, uncount } from '../limits.ts'
import { type CodeUse, writeCode } from '../messages/write.ts'
import { lifetimes, rates } from '../settings.ts'
import type { World } from '../world.ts'
import { takeFromReserve } from './budgets.ts'
import { type Binding, codeMac, drawCode } from './one-time-code.ts'

/** How often one asker gets codes to a contact. */
export const askerLimits = ({ kind, value }: Pick<Contact, 'kind' | 'value'>, asker: Asker): Limit[] => {
  const subject = subjectOf('code', kind, value, Buffer.from(asker).toString('hex'))
  return [rates.codeResend, rates.codeAskerHour, rates.codeAskerDay].map((rate) => ({ subject, rate }))
}

/** How often it is tried to send a code to the contact's own account, or its device. */
export const ownTries = ({ kind, value }: Pick<Contact, 'kind' | 'value'>): Limit[] =>
  kind === 'phone' ? [{ subject: subjectOf('code-own-sms', value), rate: rates.codeOwnSms }] : []

export type NewCode = {
  binding: Binding
  /** Limits of the asker and of the contact: what could not be sent does not count. */
  limits: readonly Limit[]
  /** Limits of trying: what could not be sent counts too. */
  tries: readonly Limit[]
  /** Limits of what is paid for: all but what its channel did not take, as no one else knows what was sent. */
  budgets?: readonly Limit[]
  /** Whether contacts with accounts get it beyond the budgets, from the reserve. */
  hasReserve?: boolean
  /** What it is written in. */
  language: LanguageId
  use: CodeUse
}

/** A code being sent: the seconds until the next, and whether only a contact with an account gets it. */
export type CodeSent = { seconds: number; accountsOnly?: true }

/** How long an asker waits for a code to be taken, in milliseconds: less than the ten seconds after which pages give up. */
const answerMs = 8_000

const scarceRow = z.object({ is_scarce: z.boolean() })

/**
 * Draws a code, replacing the one with the same binding, stores it and sends it, if the limits allow. Answers the
 * seconds until the next may be requested.
 */
export const issueCode = async (
  world: World,
  { binding, limits, tries, budgets = [], hasReserve = false, language, use }: NewCode,
): Promise<Refusal | CodeSent> => {
  const { db, clock, keys, settings, randomBytes, channels, metrics, log } = world
  const { contact, purpose, asker } = binding
  const channel = channels[contact.kind]
  if (!channel) {
    metrics.delivered(contact.kind, false)
    return refusal(bodyCode.unavailable)
  }
  const now = clock.now()
  const code = drawCode(randomBytes)
  const mac = codeMac(keys.code, binding, code)
  const { rows } = await db.query(
    `select wait_ms, ids, is_scarce from keep_code(
       $1, $2, $3, $4, $5, $6, $7, $8::bytea[], $9::int[], $10::timestamptz[], $11)`,
    [
      contact.kind,
      contact.value,
      purpose,
      asker,
      mac,
      new Date(now),
      new Date(now + lifetimes.code),
      ...limitColumns([...limits, ...tries, ...budgets], now),
      hasReserve ? budgets.length : 0,
    ],
  )
  const counted = countedOf(rows[0])
  if ('wait' in counted) return tooMany(counted.wait)
  const seconds = rates.codeResend.withinMs / 1_000
  const message = {
    to: contact.value,
    ...writeCode({ language, product: settings.productName }, code, use),
  }
  const hand = async (withinMs?: number) => {
    const delivery = await deliver({ channel, log }, { ...message, withinMs })
    metrics.delivered(contact.kind, delivery === 'sent')
    return delivery
  }
  if (scarceRow.parse(rows[0]).is_scarce) {
    // Waiting here would reveal through the timing whether the contact has an account.
    world.afterwards(async () => {
      const taken = await takeFromReserve(world, contact)
      if (taken && (await hand()) === 'refused') await uncount(db, taken)
    })
    return { seconds, accountsOnly: true }
  }
  const delivery = await hand(answerMs)
  if (delivery === 'sent') return { seconds }
  // A code that could not be sent must not make anyone wait.
  await uncount(db, counted.ids, delivery === 'refused' ? [...limits, ...budgets] : limits)
  await db.query('delete from one_time_code where mac = $1', [mac])
  return refusal(bodyCode.codeNotSent)
}
