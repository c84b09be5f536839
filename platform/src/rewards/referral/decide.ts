import type { Invited } from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { giveBonus } from '../../ledger/index.ts'

/** What each invitation earns in bonus coins, after how many matches that count, and how many may in a month (UTC). */
type Rule = Readonly<{ gift: bigint; matches: number; monthlyMost: number }>

const rowSchema = z
  .object({ gift: z.bigint(), matches: z.int(), monthly_most: z.int() })
  .transform(({ gift, matches, monthly_most }): Rule => ({ gift, matches, monthlyMost: monthly_most }))

export const readRule = async (sql: Sql): Promise<Rule> => {
  const { rows } = await sql.query('select gift, matches, monthly_most from referral_rule')
  return rowSchema.parse(rows[0])
}

/** What a decision about an invitation hangs on, as it is at that moment. */
type Standing = Readonly<{
  /** Shared by the invited and the inviter, or by the invited and another one of the same inviter. */
  sharesDevice: boolean
  sharesPayout: boolean
  /** Invitations that earned the inviter something this month (UTC). */
  earnedThisMonth: number
  /** Why the inviter may be given nothing now. */
  barred: 'play-paused' | 'country-barred' | null
}>

/** Why an invitation earns nothing; null where it earns the gift. */
const whyRefused = (
  { sharesDevice, sharesPayout, earnedThisMonth, barred }: Standing,
  { monthlyMost }: { monthlyMost: number },
): Invited['reason'] => {
  if (sharesDevice) return 'same-device'
  if (sharesPayout) return 'same-payout'
  if (earnedThisMonth >= monthlyMost) return 'monthly-most'
  if (barred === 'play-paused') return 'paused'
  if (barred === 'country-barred') return 'barred'
  return null
}

type Deciding = Readonly<{
  rule: Rule
  /** Milliseconds since 1970. */
  now: number
  barredCountries: readonly string[]
}>

/** Who came, and by whom. */
type Invitation = Readonly<{ invitedId: string; inviterId: string }>

const standingSchema = z
  .object({
    shares_device: z.boolean(),
    shares_payout: z.boolean(),
    earned_this_month: z.int(),
    barred: z.enum(['play-paused', 'country-barred']).nullable(),
  })
  .transform(
    ({ shares_device, shares_payout, earned_this_month, barred }): Standing => ({
      sharesDevice: shares_device,
      sharesPayout: shares_payout,
      earnedThisMonth: earned_this_month,
      barred,
    }),
  )

/**
 * Whether the invited ($1) has something in common with the inviter ($2) or another one whom they invited. It goes from
 * the few things of the invited to who else has them, however many the inviter brought.
 */
const sharesIn = (table: 'known_device' | 'payout_destination', what: 'device_hash' | 'fingerprint') => `
    exists (
      select from ${table} other left join referral r on r.invited_id = other.player_id
      where other.${what} = any (array(select mine.${what} from ${table} mine where mine.player_id = $1))
        and other.player_id <> $1 and (other.player_id = $2 or r.inviter_id = $2)
    )`

const standingOf = `
  select ${sharesIn('known_device', 'device_hash')} as shares_device,
    ${sharesIn('payout_destination', 'fingerprint')} as shares_payout,
    (
      select count(*)::int from referral
      where inviter_id = $2 and status = 'earned' and utc_day(decided_at) >= period_begin('month', $3)
    ) as earned_this_month,
    why_barred($2, $3, $4) as barred`

const giveGift = async (tx: Sql, { inviterId, invitedId }: Invitation, amount: bigint) => {
  const given = await giveBonus(tx, {
    kind: 'referral',
    idempotency: { scope: 'referral', key: invitedId },
    ref: { type: 'referral', id: invitedId, step: 'earned' },
    actor: 'platform',
    source: 'referral',
    playerId: inviterId,
    amount,
  })
  if (!given.ok || given.replayed) throw new Error(`the gift for ${invitedId} was given before`)
}

/**
 * Decides once and for all whether an invitation earns its gift, and gives it, in the caller's transaction, which has
 * the invitation's row and its inviter's account locked: what is decided for the same inviter elsewhere, and what they
 * set for their own play, comes before or after. Answers the bonus coins that were given, null for none.
 */
export const decideInvitation = async (
  tx: Sql,
  { inviterId, invitedId }: Invitation,
  { rule, now, barredCountries }: Deciding,
): Promise<bigint | null> => {
  const at = new Date(now)
  const { rows } = await tx.query(standingOf, [invitedId, inviterId, at, barredCountries])
  const reason = whyRefused(standingSchema.parse(rows[0]), rule)
  const amount = reason === null ? rule.gift : null
  await tx.query(
    `update referral set status = $2, reason = $3, amount = $4, decided_at = $5 where invited_id = $1`,
    [invitedId, reason === null ? 'earned' : 'refused', reason, amount, at],
  )
  if (amount !== null) await giveGift(tx, { inviterId, invitedId }, amount)
  return amount
}
