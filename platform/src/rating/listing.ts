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

const playerRow = z.object({ id: z.string(), name: z.string(), avatar: z.string(), level: z.int() })
type Player = z.output<typeof playerRow>

/**
 * Those of a list that was read a while ago who have neither hidden since nor been blocked, as they are shown now, with their
 * places.
 */
export const placeShown = async <Item extends { id: string }>(
  sql: Sql,
  items: readonly Item[],
): Promise<(Item & Player & { place: number })[]> => {
  const { rows } = await sql.query(
    `select v.id, p.name, p.avatar, a.level from public_profile v
     join login_account a on a.player_id = v.player_id join player p on p.id = v.player_id
     where not v.hidden and a.blocked_at is null and v.id = any($1::uuid[])`,
    [items.map(({ id }) => id)],
  )
  const players = playerRow.array().parse(rows)
  const byId = new Map(players.map((player) => [player.id, player]))
  return items
    .flatMap((item) => {
      const player = byId.get(item.id)
      return player ? [{ ...item, ...player }] : []
    })
    .map((item, nth) => ({ ...item, place: nth + 1 }))
}
