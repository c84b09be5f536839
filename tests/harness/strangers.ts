import type { Sql } from '@minefall/platform'
import { z } from 'zod'

const idRow = z.object({ id: z.string() }).transform(({ id }) => id)

/** So many accounts that no one plays, by their ids: people to have met. */
export const addStrangers = async (db: Sql, count: number): Promise<string[]> => {
  const { rows } = await db.query(
    `with stranger as (
       insert into player (id, kind, name, avatar)
       select gen_random_uuid(), 'player', 'Someone', 'cat-1' from generate_series(1, $1::int) returning id
     )
     insert into login_account (player_id, invitation_code, secured_at, created_at)
     select id, left(abs(hashtext(id::text))::text || '00000000', 8), now(), now() from stranger
     returning player_id as id`,
    [count],
  )
  return idRow.array().parse(rows)
}
