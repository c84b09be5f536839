import type { Sql } from '@minefall/platform'

/**
 * Notes that an account has played for so many seconds today, as the counter does, in an embedded database whose server
 * is stopped. The next day has them too: a test may begin just before midnight.
 */
export const notePlayed = async (db: Sql, playerId: string, seconds: number): Promise<void> => {
  await db.query(
    `insert into play_day (player_id, day, asset, seconds)
     select $1, utc_day(now()) + ahead, 'promo', $2 from generate_series(0, 1) as ahead`,
    [playerId, seconds],
  )
}
