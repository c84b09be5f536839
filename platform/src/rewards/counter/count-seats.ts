import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import type { CountedMatch, CountedSeat } from '../counted-match.ts'
import type { PlayerNews } from '../world.ts'

const rowSchema = z.object({
  player_id: z.string(),
  level: z.int(),
  tier: z.int(),
  level_before: z.int(),
  tier_before: z.int(),
})

/** Rows, sums, and the level and tier that follow from them, in one statement. The accounts are locked already. */
const writeSeats = `
  with seat as materialized (
    select * from unnest($1::uuid[], $2::boolean[], $3::text[]) as s (player_id, won, discounted)
  ), written as (
    insert into counted_seat (player_id, ended_at, match_id, game_id, asset, stake, won, discounted)
    select player_id, $4, $5, $6, $7, $8, won, discounted from seat
  ), moved as (
    insert into player_progress as p (player_id, matches, staked)
    select player_id, 1, case $7 when 'coin' then $8::bigint else 0 end from seat
    where discounted is null order by player_id
    on conflict (player_id) do update set matches = p.matches + 1, staked = p.staked + excluded.staked
    returning player_id, matches, staked
  ), reached as (
    select moved.player_id, before.level as level_before, before.vip_level as tier_before,
      coalesce((select max(l.level) from player_level l where l.matches <= moved.matches), 0) as level,
      coalesce((select max(v.tier) from vip_tier v where v.staked <= moved.staked), 0) as tier
    from moved join login_account before on before.player_id = moved.player_id
  )
  update login_account a set level = r.level, vip_level = r.tier from reached r
  where a.player_id = r.player_id and (a.level, a.vip_level) is distinct from (r.level, r.tier)
  returning r.*`

/**
 * Writes what each seat of a settled match counts for, and moves its player's progress by it. Answers what everyone
 * is to be told after the commit; who moved nothing is reported too, as the list of why did.
 */
export const countSeats = async (
  tx: Sql,
  { matchId, gameId, asset, stake, endedAt }: CountedMatch,
  seats: readonly CountedSeat[],
): Promise<PlayerNews[]> => {
  const { rows } = await tx.query(writeSeats, [
    seats.map(({ playerId }) => playerId),
    seats.map(({ outcome }) => outcome === 'won'),
    seats.map(({ discounted }) => discounted),
    endedAt,
    matchId,
    gameId,
    asset,
    stake,
  ])
  const risen = rowSchema
    .array()
    .parse(rows)
    .flatMap(({ player_id: playerId, level, tier, level_before, tier_before }): PlayerNews[] => [
      ...(level > level_before ? [{ playerId, news: { kind: 'level', level } } satisfies PlayerNews] : []),
      ...(tier > tier_before ? [{ playerId, news: { kind: 'vip', tier } } satisfies PlayerNews] : []),
    ])
  const others = seats.filter(({ playerId }) => !risen.some((told) => told.playerId === playerId))
  return [...risen, ...others.map(({ playerId }): PlayerNews => ({ playerId, news: { kind: 'progress' } }))]
}
