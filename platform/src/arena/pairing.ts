/** Someone of an arena who is free, present and not paused. */
export type Waiting = {
  playerId: string
  points: number
  /** Since when, in milliseconds since 1970. */
  since: number
  /** Those they played their latest match with. */
  met: ReadonlySet<string>
}

/** Those who are seated together. With `practice` there is one of them, and a practice opponent. */
export type Seating = { playerIds: string[]; practice: boolean }

type PairingOptions = {
  /** Seats of a full table. */
  seats: number
  now: number
  /** How many take part and are not paused, those at play included. */
  active: number
  /** Whether practice opponents may come. */
  practice: boolean
}

/** With so many waiting players for each seat of a table, tables fill at once. */
const plenty = 2
/** With enough for one table alone, it fills once someone has waited this long, in milliseconds. */
const fullMs = 3_000
/** Someone who has waited this long is seated with those who are there, in milliseconds. */
const dueMs = 7_000
/** Among more players than this, no two meet twice in a row. */
const fewPlayers = 8
/** So many at most are spread over tables: what that costs grows with the cube of their number. */
const spreadMost = 24

const haveMet = (one: Waiting, other: Waiting): boolean =>
  one.met.has(other.playerId) || other.met.has(one.playerId)

const byNearness =
  ({ points }: Waiting) =>
  (one: Waiting, other: Waiting): number =>
    Math.abs(one.points - points) - Math.abs(other.points - points) || one.since - other.since

/**
 * Full tables alone, so many at most: around each, the longest waiting first, those nearest in points whom they did not
 * play with last.
 */
const fillTables = (inOrder: readonly Waiting[], seats: number, most = inOrder.length): Waiting[][] => {
  const left = new Set(inOrder)
  const tables: Waiting[][] = []
  for (const first of inOrder) {
    if (tables.length === most) break
    if (!left.has(first)) continue
    const table = [first]
    for (const one of [...left].sort(byNearness(first)))
      if (one !== first && table.length < seats && !table.some((seated) => haveMet(seated, one)))
        table.push(one)
    if (table.length < seats) continue
    for (const one of table) left.delete(one)
    tables.push(table)
  }
  return tables
}

/**
 * Spreads all over so many tables: the longest waiting sit down first, one at each, the others at the smallest where no one
 * is whom they played with last, and of these at the nearest in points. Those who find none are left out.
 */
const spread = (
  inOrder: readonly Waiting[],
  { count, seats, mayMeetAgain }: { count: number; seats: number; mayMeetAgain: boolean },
): Waiting[][] => {
  const tables = inOrder.slice(0, count).map((first) => [first])
  for (const one of inOrder.slice(count)) {
    const distanceTo = ([first]: readonly Waiting[]) => Math.abs((first?.points ?? 0) - one.points)
    const [table] = tables
      .filter(
        (seated) => seated.length < seats && (mayMeetAgain || !seated.some((other) => haveMet(other, one))),
      )
      .sort((a, b) => a.length - b.length || distanceTo(a) - distanceTo(b))
    table?.push(one)
  }
  return tables
}

const seatedAt = (tables: readonly (readonly Waiting[])[]): number =>
  tables.reduce((sum, { length }) => sum + (length > 1 ? length : 0), 0)

/** These at as few tables as seat the most of them. */
const spreadWell = (inOrder: readonly Waiting[], seats: number, isFew: boolean): Waiting[][] => {
  const most = Math.floor(inOrder.length / 2)
  let best: Waiting[][] = inOrder.slice(0, 1).map((first) => [first])
  for (const mayMeetAgain of isFew ? [false, true] : [false])
    for (let count = Math.min(Math.ceil(inOrder.length / seats), most); count <= most; count += 1) {
      const tables = spread(inOrder, { count, seats, mayMeetAgain })
      if (seatedAt(tables) > seatedAt(best)) best = tables
    }
  return best
}

/** All who wait at as few tables as seat the most of them; of many, those who have waited longest fill tables first. */
const seatAll = (inOrder: readonly Waiting[], seats: number, isFew: boolean): Waiting[][] => {
  const full = fillTables(inOrder, seats, Math.max(0, Math.ceil((inOrder.length - spreadMost) / seats)))
  const seated = new Set(full.flat())
  const left = inOrder.filter((one) => !seated.has(one)).slice(0, spreadMost)
  return [...full, ...spreadWell(left, seats, isFew)]
}

/**
 * Seats those who wait. Full tables are made when there are plenty, or after {@link fullMs}; after {@link dueMs} all who are
 * there are seated, at tables of two seats and more. Who is left waits on.
 */
export const pairUp = (
  waiting: readonly Waiting[],
  { seats, now, active, practice }: PairingOptions,
): Seating[] => {
  const inOrder = waiting.toSorted((one, other) => one.since - other.since)
  const waitedMs = now - (inOrder[0]?.since ?? now)
  const isDue = waitedMs >= dueMs
  if (!isDue && waiting.length < (waitedMs >= fullMs ? seats : plenty * seats)) return []
  const tables = isDue ? seatAll(inOrder, seats, active <= fewPlayers) : fillTables(inOrder, seats)
  const together = tables.filter(({ length }) => length > 1)
  const seated = new Set(together.flat())
  const alone = practice ? inOrder.filter((one) => !seated.has(one) && now - one.since >= dueMs) : []
  return [...together, ...alone.map((one) => [one])].map((table) => ({
    playerIds: table.map(({ playerId }) => playerId),
    practice: table.length === 1,
  }))
}
