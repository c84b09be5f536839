import type { Sql } from '@minefall/platform'
import type { Server } from './server.ts'

/** Matches that count, and the withdrawable coins staked in the first of them. */
export type Progress = { playerId: string; matches: number; staked: bigint }

/** How long before now the seats were taken: in no period that still runs. */
const longAgoMs = 400 * 86_400_000

/** Writes seats as the counter does, at the table of a match that was played, with the sums that it keeps of them. */
const write = async (sql: Sql, { playerId, matches, staked }: Progress): Promise<void> => {
  await sql.query(
    `insert into counted_seat (player_id, ended_at, match_id, game_id, asset, stake, won)
     select $1, $3::timestamptz + make_interval(secs => seat), played.id, played.game_id,
       case when seat = 1 and $4::bigint > 0 then 'coin' else 'promo' end, case when seat = 1 and $4 > 0 then $4 else 10 end, false
     from (select id, game_id from match order by id limit 1) played, generate_series(1, $2::int) seat`,
    [playerId, matches, new Date(Date.now() - longAgoMs), staked],
  )
  await sql.query(
    `insert into player_progress (player_id, matches, staked) values ($1, $2, $3)
     on conflict (player_id) do update
     set matches = player_progress.matches + excluded.matches, staked = player_progress.staked + excluded.staked`,
    [playerId, matches, staked],
  )
  await sql.query(
    `update login_account a
     set level = (select max(level) from player_level l where l.matches <= p.matches),
       vip_level = (select max(tier) from vip_tier t where t.staked <= p.staked)
     from player_progress p where a.player_id = $1 and p.player_id = a.player_id`,
    [playerId],
  )
}

/** Gives accounts progress without hours of play, where a match was played. */
export const giveProgress = (server: Server, progress: readonly Progress[]): Promise<void> =>
  server.change((db) =>
    db.transaction(async (tx) => {
      for (const one of progress) await write(tx, one)
    }),
  )
