import type { DeskOrder } from '@minefall/shared/contracts/desk'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'

type Player = DeskOrder['player']

const playerSchema = z
  .object({ id: z.string(), name: z.string(), email: z.string().nullable(), phone: z.string().nullable() })
  .transform(
    ({ id, name, email, phone }): Player => ({
      id,
      nickname: name,
      email: email ?? '',
      phoneNumber: phone ?? '',
    }),
  )

/** Players as staff know them, by id. Asking for one that is no one's throws. */
export const readPlayers = async (sql: Sql, ids: readonly string[]): Promise<(id: string) => Player> => {
  const { rows } = await sql.query(
    `select p.id, p.name, email.value as email, phone.value as phone from player p
     left join contact email on email.player_id = p.id and email.kind = 'email'
     left join contact phone on phone.player_id = p.id and phone.kind = 'phone'
     where p.id = any($1::uuid[])`,
    [[...new Set(ids)]],
  )
  const players = new Map(
    playerSchema
      .array()
      .parse(rows)
      .map((player) => [player.id, player]),
  )
  return (id) => {
    const player = players.get(id)
    if (!player) throw new Error(`there is no player ${id}`)
    return player
  }
}
