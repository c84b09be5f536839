import type { ConnectionRow, ConnectionTotals } from '../contracts/desk/index.ts'

/** The value that a `share` (0–1) of sorted numbers does not exceed; null without numbers. */
const percentile = (sorted: Float64Array, share: number): number | null =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null

/** The last hour of the rows' BFF, which the rows do not hold. */
export type LastHour = Pick<ConnectionTotals, 'reconnects' | 'backSoon' | 'closes'>

/** The fields of a row that are counted. */
export type CountableRow = Pick<ConnectionRow, 'state' | 'roundTripMs'> & {
  matches: Iterable<{ matchId: string; seat: number | null }>
}

/** Counts rows, of one BFF or of several. */
export const totalsOf = (rows: Iterable<CountableRow>, lastHour: LastHour): ConnectionTotals => {
  const states = { live: 0, lagging: 0, resuming: 0, lost: 0 }
  const matches = new Set<string>()
  const roundTrips: number[] = []
  let inMatch = 0
  for (const row of rows) {
    states[row.state] += 1
    if (row.state === 'lost') continue
    if (row.roundTripMs !== null) roundTrips.push(row.roundTripMs)
    let isSeated = false
    for (const { matchId, seat } of row.matches) {
      if (seat === null) continue
      isSeated = true
      matches.add(matchId)
    }
    if (isSeated) inMatch += 1
  }
  const sorted = Float64Array.from(roundTrips).sort()
  return {
    ...states,
    inMatch,
    matches: matches.size,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    ...lastHour,
  }
}

/** The last hour of several BFFs. */
export const addHours = (hours: Iterable<LastHour>): LastHour => {
  const sum: Required<LastHour> = { reconnects: 0, backSoon: 0, closes: {} }
  for (const { reconnects, backSoon, closes } of hours) {
    sum.reconnects += reconnects
    sum.backSoon += backSoon
    for (const [code, times] of Object.entries(closes) as [keyof typeof closes, number][])
      sum.closes[code] = (sum.closes[code] ?? 0) + times
  }
  return sum
}
