import type { PlayState } from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { longestBreak } from '../breaks/begin-break.ts'
import { readLimits, readPrivateLoss } from '../limits/read-limits.ts'
import type { World } from '../world.ts'

const accountRow = z.object({
  adult_at: z.date().nullable(),
  residence: z.string().nullable(),
  reminder_minutes: z.union([z.literal(15), z.literal(30), z.literal(60), z.literal(120)]).nullable(),
  barred: z.boolean(),
})

const readAccount = async (sql: Sql, playerId: string, barredCountries: readonly string[]) => {
  const { rows } = await sql.query(
    `select adult_at, residence, reminder_minutes, is_from(player_id, $2) as barred
     from login_account where player_id = $1`,
    [playerId, barredCountries],
  )
  return accountRow.parse(rows[0])
}

const playedRow = z.object({
  asset: z.enum(['coin', 'promo', 'trial']),
  matches: z.int(),
  staked: z.bigint(),
  returned: z.bigint(),
  seconds: z.bigint(),
})
type Played = z.output<typeof playedRow>

const viewPlayed = (played: readonly Played[], asset: Played['asset']) => {
  const { matches, staked, returned } = played.find((row) => row.asset === asset) ?? {
    matches: 0,
    staked: 0n,
    returned: 0n,
  }
  return {
    matches,
    staked: staked.toString(),
    returned: returned.toString(),
    net: (returned - staked).toString(),
  }
}

const readToday = async (sql: Sql, playerId: string, now: number): Promise<PlayState['today']> => {
  const { rows } = await sql.query(
    `select asset, matches, staked, returned, seconds from play_day where player_id = $1 and day = utc_day($2)`,
    [playerId, new Date(now)],
  )
  const played = playedRow.array().parse(rows)
  return {
    seconds: played.reduce((sum, { seconds }) => sum + Number(seconds), 0),
    coin: viewPlayed(played, 'coin'),
    promo: viewPlayed(played, 'promo'),
  }
}

/** How an account may play now, and what it played since midnight, UTC; the time of trials is in it, their coins not. */
export const readState = async (
  { db, clock, settings }: Pick<World, 'db' | 'clock' | 'settings'>,
  playerId: string,
): Promise<PlayState> => {
  const now = clock.now()
  const account = await readAccount(db, playerId, settings.barredCountries)
  return {
    at: now,
    adultAt: account.adult_at?.getTime() ?? null,
    residence: account.residence,
    barred: account.barred,
    break: await longestBreak(db, playerId, now),
    limits: await readLimits(db, { playerId, now, limitRaiseMs: settings.limitRaiseMs }),
    limitRaiseMs: settings.limitRaiseMs,
    privateLoss: await readPrivateLoss(db, { playerId, now, most: settings.privateLossMost }),
    reminderMinutes: account.reminder_minutes,
    today: await readToday(db, playerId, now),
  }
}
