import type { Invited } from '@minefall/shared/contracts/rest'

/** What a decision about an invitation hangs on, as it is at that moment. */
export type Standing = Readonly<{
  /** Shared by the invited and the inviter, or by the invited and another one of the same inviter. */
  sharesDevice: boolean
  sharesPayout: boolean
  /** Invitations that earned the inviter something this month (UTC). */
  earnedThisMonth: number
  /** Why the inviter may be given nothing now. */
  barred: 'play-paused' | 'country-barred' | null
}>

/** Why an invitation earns nothing; null where it earns the gift. */
export const whyRefused = (
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
