import { bodyCode, type Contact } from '@minefall/shared/contracts'
import { type Refusal, refusal, tooMany } from '../../http/index.ts'
import { deliver } from '../channels/deliver.ts'
import { isKnownDevice } from '../devices.ts'
import { countIfAllowed, type Limit, subjectOf, uncount } from '../limits.ts'
import { day, hour, lifetimes, rates } from '../settings.ts'
import type { World } from '../world.ts'
import { type Asker, accountAsker, addressAsker, addressGroup, deviceAsker } from './asker.ts'
import { codeMac, drawCode, type Purpose } from './one-time-code.ts'

/** Who asks for a code, from where, and as whom if they are signed in. */
export type CodeRequest = {
  contact: Contact
  address: string
  deviceId: string | null
  playerId: string | null
}

/**
 * What bounds codes. One asker has a few an hour for each contact. What strangers cause is bounded for the contact,
 * for the address they come from, and for what SMS cost; a contact's own device is none of them, so nobody can use
 * up another's codes.
 */
const limitsOf = (
  { settings }: World,
  { contact: { kind, value }, address }: CodeRequest,
  asker: Asker,
  stranger: boolean,
): Limit[] => {
  const own = subjectOf('code', kind, value, Buffer.from(asker).toString('hex'))
  const limits: Limit[] = [rates.codeResend, rates.codeAskerHour, rates.codeAskerDay].map((rate) => ({
    subject: own,
    rate,
  }))
  if (!stranger) return limits
  limits.push({ subject: subjectOf('code-strangers', kind, value), rate: rates.codeStrangers })
  limits.push({
    subject: subjectOf('code-address', addressGroup(address)),
    rate: { most: settings.codesPerAddress, withinMs: hour },
  })
  if (kind === 'phone')
    limits.push({
      subject: subjectOf('sms'),
      rate: { most: settings.smsPerDay, withinMs: day },
    })
  return limits
}

const purposeOf = async ({ db }: World, { contact, playerId }: CodeRequest): Promise<Purpose> => {
  if (playerId === null) return 'login'
  const { count: own } = await db.query(
    'select from contact where kind = $1 and value = $2 and player_id = $3',
    [contact.kind, contact.value, playerId],
  )
  return own > 0 ? 'security' : 'change'
}

const askerOf = ({ playerId, deviceId, address }: CodeRequest): Asker => {
  if (playerId !== null) return accountAsker(playerId)
  return deviceId === null ? addressAsker(address) : deviceAsker(deviceId)
}

/** Names the code, so that the words around it can be any. */
const messageOf = (productName: string, code: string) => ({
  subject: `${code} is your ${productName} code`,
  text: `${code} is your ${productName} verification code. It is valid for 5 minutes. Give it to nobody.`,
})

/**
 * Sends a code to a contact. Whether the contact has an account changes nothing of it. Answers the seconds until
 * another may be asked for.
 */
export const sendCode = async (
  world: World,
  request: CodeRequest,
): Promise<Refusal | { seconds: number }> => {
  const { db, clock, keys, settings, randomBytes, channels, log } = world
  const { contact } = request
  const channel = channels[contact.kind]
  if (!channel) return refusal(bodyCode.unavailable)
  const purpose = await purposeOf(world, request)
  const asker = askerOf(request)
  const now = clock.now()
  const own = purpose === 'login' ? await isKnownDevice(db, contact, asker, now) : purpose === 'security'
  const limits = limitsOf(world, request, asker, !own)
  const code = drawCode(randomBytes)
  const mac = codeMac(keys.code, { contact, purpose, asker }, code)
  const counted = await db.transaction(async (tx) => {
    const decided = await countIfAllowed(tx, limits, now)
    if ('wait' in decided) return decided
    await tx.query(
      `insert into one_time_code (kind, value, purpose, asker, mac, sent_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (kind, value, purpose, asker) do update
         set mac = excluded.mac, tries = 0, sent_at = excluded.sent_at, expires_at = excluded.expires_at`,
      [contact.kind, contact.value, purpose, asker, mac, new Date(now), new Date(now + lifetimes.code)],
    )
    return decided
  })
  if ('wait' in counted) return tooMany(counted.wait)
  const sent = await deliver(
    { channel, log },
    { to: contact.value, ...messageOf(settings.productName, code) },
  )
  if (sent) return { seconds: rates.codeResend.withinMs / 1_000 }
  // What never left must not keep anybody waiting.
  await uncount(db, counted.ids)
  await db.query('delete from one_time_code where mac = $1', [mac])
  return refusal(bodyCode.codeNotSent)
}
