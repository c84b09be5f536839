import { createHash } from 'node:crypto'
import { normalizeEmail, normalizePhone } from '@minefall/shared/contact'
import { bodyCode } from '@minefall/shared/contracts'
import { type DestinationDetails, destinationCurrency } from '@minefall/shared/payments'
import { countIfAllowed, type Rate, type SignedInAs, subjectOf } from '../../accounts/index.ts'
import type { Sql } from '../../db/index.ts'
import { isRefusal, type Refusal, refusal, tooMany } from '../../http/index.ts'
import { offeredChannel } from '../channels/offered.ts'
import type { World } from '../world.ts'
import { destinationLabel, networkOf, type SavedDestination } from './destination-row.ts'

/** The country of an Alipay account's phone number that says none. */
const alipayDialCode = '86'

/** Where money arrives, in one form however it is written; letters of an ERC20 address only carry a checksum. */
const placeOf = (details: DestinationDetails): string => {
  switch (details.method) {
    case 'alipay':
      return (
        normalizePhone(details.account, alipayDialCode) ?? normalizeEmail(details.account) ?? details.account
      )
    case 'usdt':
      return details.network === 'ERC20' ? details.address.toLowerCase() : details.address
    case 'bank':
      return details.cardNumber
  }
}

/** SHA-256 of where money would go: equal for equal accounts, no matter who saves them and under whatever name. */
export const destinationFingerprint = (details: DestinationDetails): Uint8Array => {
  const network = details.method === 'usdt' ? details.network : null
  const place = JSON.stringify([details.method, network, placeOf(details)])
  return Uint8Array.from(createHash('sha256').update(place).digest())
}

/** Destinations a player may have saved at a time. */
const destinationsMax = 10
/** Destinations a player may save: each is reported by mail or SMS, at our cost. */
const rate: Rate = { most: 20, withinMs: 86_400_000 }

type NewDestination = { me: SignedInAs; details: DestinationDetails; paymentPassword: string }

/** Null where a player may save it. With the account locked, two at once are counted one after the other. */
const refuseSaving = async (
  tx: Sql,
  { playerId, fingerprint, at }: { playerId: string; fingerprint: Uint8Array; at: number },
): Promise<Refusal | null> => {
  const saved = await tx.query(
    'select fingerprint = $2 as same from payout_destination where player_id = $1 and removed_at is null',
    [playerId, fingerprint],
  )
  if (saved.rows.some(({ same }) => same === true)) return refusal(bodyCode.destinationSaved)
  if (saved.count >= destinationsMax) return refusal(bodyCode.tooManyOrders, { notice: 'destination-limit' })
  const counted = await countIfAllowed(tx, [{ subject: subjectOf('destination', playerId), rate }], at)
  return 'wait' in counted ? tooMany(counted.wait) : null
}

/**
 * Saves a destination for who knows the payment password; its owner is notified. Refused for a method and currency that
 * nothing is paid out in now (1604), one that is saved already (1606), one too many (1605), and more than twenty a day (1429).
 */
export const saveDestination = async (
  world: World,
  { me, details, paymentPassword }: NewDestination,
): Promise<Refusal | SavedDestination> => {
  const { playerId } = me
  const { db, accounts, clock, newId, settings } = world
  const { method } = details
  const currency = destinationCurrency(details)
  const { hasPaymentPassword } = await accounts.owner.security(db, playerId)
  if (!hasPaymentPassword) return refusal(bodyCode.paymentPasswordUnset)
  const channel = await offeredChannel(db, settings, { direction: 'withdrawal', method, currency })
  if (isRefusal(channel)) return channel
  const wrong = await accounts.owner.refuseWrongPaymentPassword(playerId, paymentPassword)
  if (wrong) return wrong
  const destination = { id: newId(), details, createdAt: clock.now() }
  const fingerprint = destinationFingerprint(details)
  const refused = await db.transaction(async (tx) => {
    const refused =
      (await accounts.owner.lockForChange(tx, me)) ??
      (await refuseSaving(tx, { playerId, fingerprint, at: destination.createdAt }))
    if (refused) return refused
    await tx.query(
      `insert into payout_destination (id, player_id, method, currency, network, details, fingerprint, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        destination.id,
        playerId,
        method,
        currency,
        networkOf(details),
        details,
        fingerprint,
        new Date(destination.createdAt),
      ],
    )
    return null
  })
  if (refused) return refused
  await accounts.owner.tell(playerId, {
    name: 'destination-saved',
    values: { to: destinationLabel(details) },
  })
  return destination
}

/**
 * Takes a destination off a player's list. It stays in the table: orders have it as their own, and what goes to the
 * same place is seen. False for one that is none of theirs.
 */
export const removeDestination = async (
  { db, clock }: Pick<World, 'db' | 'clock'>,
  { id, playerId }: { id: string; playerId: string },
): Promise<boolean> => {
  const { count } = await db.query(
    `update payout_destination set removed_at = $3 where id = $1 and player_id = $2 and removed_at is null`,
    [id, playerId, new Date(clock.now())],
  )
  return count > 0
}
