import { bodyCode } from '@minefall/shared/contracts'
import type { Received } from '@minefall/shared/contracts/rest'
import type { Sql } from '../../db/index.ts'
import { isRefusal, type Refusal, refusal } from '../../http/index.ts'
import { giveBonus } from '../../ledger/index.ts'
import { lockStanding, refuseBarred } from '../../safer-play/index.ts'
import { type RunningActivity, readActivities } from '../activities/activities.ts'
import { readStanding } from '../vip/standing.ts'
import { levelGifts, vipBonuses } from '../vip/vip-center.ts'
import { notifyRewards, type World } from '../world.ts'
import { type Gift, readClaims } from './gift.ts'

/** The activities that run at `now`, and all gifts as they stand: of VIP, of levels, and of these activities. */
export const readGifts = async (
  sql: Sql,
  playerId: string,
  now: number,
): Promise<{ activities: RunningActivity[]; gifts: Gift[] }> => {
  const standing = await readStanding(sql, playerId)
  const claims = await readClaims(sql, playerId)
  const activities = await readActivities(sql, playerId, { now, claims })
  const gifts = [
    ...vipBonuses(standing, claims, now),
    ...levelGifts(standing, claims),
    ...activities.map(({ gift }) => gift),
  ]
  return { activities, gifts }
}

/** Posts a gift and notes its claim. */
const giveGift = async (
  tx: Sql,
  playerId: string,
  { gift, now }: { gift: Gift; now: number },
): Promise<void> => {
  const { bonusType, amount, period } = gift
  const key = `${bonusType}/${period.name}`
  const given = await giveBonus(tx, {
    kind: 'gift',
    idempotency: { scope: `gift/${playerId}`, key },
    ref: { type: 'gift', id: playerId, step: key },
    actor: playerId,
    source: 'gifts',
    playerId,
    amount,
  })
  if (!given.ok || given.replayed) throw new Error(`the gift ${key} of ${playerId} was given without a claim`)
  await tx.query(
    `insert into gift_claim (player_id, bonus_type, period, amount, transfer_id, at)
     values ($1, $2, $3, $4, $5, $6)`,
    [playerId, bonusType, period.name, amount, given.transferId, new Date(now)],
  )
}

/**
 * Gives a player a gift that they have earned, in bonus coins, once in each of its periods, and tells their live
 * connections. The account is held in the meantime, so that claims come one after another, and what the player sets for
 * their own play before or after. Refused: on a break 1702, from a barred country 1704, not earned or no gift at all
 * 1711, claimed in this period 1712.
 */
export const receiveGift = async (
  world: Pick<World, 'db' | 'bus' | 'log' | 'clock' | 'settings'>,
  playerId: string,
  bonusType: string,
): Promise<Received | Refusal> => {
  const { db, clock, settings } = world
  const received = await db.transaction(async (tx): Promise<Received | Refusal> => {
    await lockStanding(tx, playerId)
    const now = clock.now()
    const { barredCountries } = settings
    const barred = await refuseBarred(tx, { playerId, now, barredCountries })
    if (barred) return barred
    const { gifts } = await readGifts(tx, playerId, now)
    const gift = gifts.find((one) => one.bonusType === bonusType)
    if (gift?.status === 'received') return refusal(bodyCode.giftReceived)
    if (gift?.status !== 'ready') return refusal(bodyCode.giftNotReady)
    await giveGift(tx, playerId, { gift, now })
    return { bonus_type: bonusType, amount: gift.amount.toString(), at: now }
  })
  if (!isRefusal(received))
    await notifyRewards(world, {
      playerId,
      news: { kind: 'received', bonusType, amount: received.amount },
    })
  return received
}
