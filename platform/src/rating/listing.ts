import { z } from 'zod'
import type { Sql } from '../db/index.ts'

/** So many are shown of a leaderboard. */
export const listed = 100

/**
 * Reads a list for all who ask in the next `ms` milliseconds. After a failure, and where the clock was set back, the next
 * who asks has it read again.
 */
export const keptFor = <List>(ms: number, read: (now: number) => Promise<List>) => {
  let kept: { at: number; list: Promise<List> } | null = null
  return (now: number): Promise<List> => {
    if (kept && now >= kept.at && now - kept.at < ms) return kept.list
    const reading = { at: now, list: read(now) }
    kept = reading
    reading.list.catch(() => {
      if (kept === reading) kept = null
    })
    return reading.list
  }
}

const idRow = z.object({ id: z.string() }).transform(({ id }) => id)

/** Those of a list that was read a while ago who have neither hidden since nor been blocked, with their places. */
export const placeShown = async <Item extends { id: string }>(
  sql: Sql,
  items: readonly Item[],
): Promise<(Item & { place: number })[]> => {
  const { rows } = await sql.query(
    `select v.id from public_profile v join login_account a on a.player_id = v.player_id
     where (v.hidden or a.blocked_at is not null) and v.id = any($1::uuid[])`,
    [items.map(({ id }) => id)],
  )
  const gone = new Set(idRow.array().parse(rows))
  return items.filter(({ id }) => !gone.has(id)).map((item, nth) => ({ ...item, place: nth + 1 }))
}
