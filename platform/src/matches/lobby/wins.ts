import { type MatchId, matchIdSchema, playerViewSchema } from '@minefall/shared/game'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { readRecord } from '../recovery/past.ts'
import type { Shown, Win } from './merge-parts.ts'
import { winOf } from './part.ts'

const rowSchema = z.object({ id: matchIdSchema })

/** The matches that were settled last, private ones and those of arenas left out, the newest first. */
export const readLastSettled = async (sql: Sql): Promise<MatchId[]> => {
  const { rows } = await sql.query(
    // Ids begin with the time of opening. The end of their index is read, however many matches there were: a large arena
    // has over a thousand.
    `select id from (select id, phase, private from match order by id desc limit 2000) as latest
     where phase = 'settled' and not private and not exists (select from arena_match where match_id = latest.id)
     order by id desc limit 20`,
  )
  return rows.map((row) => rowSchema.parse(row).id)
}

/** The last wins of people among these matches, the newest first. A match that can't be read is left out. */
export const readWins = async (sql: Sql, settled: readonly MatchId[]): Promise<Win[]> => {
  const wins: Win[] = []
  for (const matchId of settled) {
    const record = await readRecord(sql, matchId).catch(() => null)
    const win = record && winOf(record.state)
    if (win) wins.push(win)
  }
  return wins.sort((a, b) => b.at - a.at).slice(0, 10)
}

const shownRow = z.object({
  id: z.string(),
  name: playerViewSchema.shape.name,
  avatar: playerViewSchema.shape.avatar,
})

/** How those among these players are shown in public lists now who are neither hidden nor blocked. */
export const readShown = async (sql: Sql, playerIds: readonly string[]): Promise<Shown> => {
  if (playerIds.length === 0) return new Map()
  const { rows } = await sql.query(
    `select p.id, p.name, p.avatar from player p
     where p.id = any ($1::uuid[])
       and not exists (select from public_profile v where v.player_id = p.id and v.hidden)
       and not exists (select from login_account a where a.player_id = p.id and a.blocked_at is not null)`,
    [playerIds],
  )
  return new Map(
    shownRow
      .array()
      .parse(rows)
      .map(({ id, ...shown }) => [id, shown]),
  )
}
