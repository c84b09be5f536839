import type { HistoryMatch } from '@minefall/shared/contracts'

/** The matches of one day. `at` is a moment of it, in milliseconds since 1970. */
export type Day = { key: string; at: number; matches: readonly HistoryMatch[] }

/** A calendar day where the visitor is. */
const dayOf = (at: number): string => {
  const date = new Date(at)
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`
}

/** The matches by the day they ended on, in the order they come in. */
export const byDay = (matches: readonly HistoryMatch[]): readonly Day[] => {
  const days: { key: string; at: number; matches: HistoryMatch[] }[] = []
  for (const match of matches) {
    const key = dayOf(match.endedAt)
    const last = days.at(-1)
    if (last?.key === key) last.matches.push(match)
    else days.push({ key, at: match.endedAt, matches: [match] })
  }
  return days
}

/** Which day that was, seen from now; null for one before yesterday. */
export const nearDay = (at: number, now: number): 'today' | 'yesterday' | null => {
  if (dayOf(at) === dayOf(now)) return 'today'
  const midnight = new Date(now)
  midnight.setDate(midnight.getDate() - 1)
  return dayOf(at) === dayOf(midnight.getTime()) ? 'yesterday' : null
}

/** What a match changed: what came back less the stake. */
export const netOf = ({ payout, stake }: Pick<HistoryMatch, 'payout' | 'stake'>): bigint =>
  BigInt(payout) - BigInt(stake)
