import { expect, it } from 'vitest'
import { describeDatabase } from '../../db/testing.ts'
import { readLastSettled } from './wins.ts'

const idOf = (nth: number): string => nth.toString(16).padStart(32, '0')

describeDatabase('the matches that were settled last', (open) => {
  it('are found behind all those of an arena that came after them', async () => {
    const db = await open()
    await db.query(
      `insert into match (id, shard, game_id, asset, stake, seats, rules, server_commit, phase, ended_at, plies, players)
       select lpad(to_hex(nth), 32, '0'), 0, 'mines-clues', 'trial', 10, 4, '{}', '', 'settled', now(), 30, '[]'
       from generate_series(1, 1500) as nth`,
    )
    await db.query(
      `with made as (
         insert into arena (id, plan, game_id, asset, stake, rake_bps, pot_each, pot_most, begins_at, ends_at)
         values (gen_random_uuid(), 'hourly', 'mines-clues', 'promo', 0, 0, 10, 100, now(), now() + interval '20 minutes') returning id)
       insert into arena_match (match_id, arena_id, player_ids, practice)
       select m.id, made.id, '{}', false from match m, made where m.id > $1`,
      [idOf(2)],
    )
    expect(await readLastSettled(db)).toEqual([idOf(2), idOf(1)])
  })
})
