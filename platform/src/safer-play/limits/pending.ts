import type { PlayLimit } from '@minefall/shared/contracts/rest'

/** How long a higher limit that is due may be confirmed, in milliseconds. */
export const confirmWithinMs = 7 * 86_400_000

/** What is kept of a limit that was asked for: when (milliseconds since 1970), and how high, null for none. */
export type PendingRow = { askedAt: number | null; askedAmount: bigint | null }

/** A higher limit that was asked for, with when it is due and lapses; null where there is none, or not any more. */
export const pendingOf = (
  { askedAt, askedAmount }: PendingRow,
  { now, limitRaiseMs }: { now: number; limitRaiseMs: number },
): PlayLimit['pending'] => {
  if (askedAt === null) return null
  const dueAt = askedAt + limitRaiseMs
  const lapsesAt = dueAt + confirmWithinMs
  return now >= lapsesAt ? null : { amount: askedAmount?.toString() ?? null, askedAt, dueAt, lapsesAt }
}
