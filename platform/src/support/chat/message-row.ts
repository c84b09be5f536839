import { type ChatMessage, type ChatPage, chatPageMax } from '@minefall/shared/contracts/live'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'

const selectMessages = `select m.player_id, m.seq, m.message_id, m.author, s.name, m.body, m.picture_id, m.created_at
  from conversation_message m left join staff s on s.id = m.staff_id`

const rowSchema = z
  .object({
    seq: z.int(),
    message_id: z.string(),
    author: z.enum(['player', 'staff', 'system']),
    name: z.string().nullable(),
    body: z.string(),
    picture_id: z.string().nullable(),
    created_at: z.date(),
  })
  .transform(
    ({ seq, message_id, author, name, body, picture_id, created_at }): ChatMessage => ({
      seq,
      messageId: message_id,
      author,
      name,
      text: body,
      pictureId: picture_id,
      at: created_at.getTime(),
    }),
  )

/** The message with this number in its conversation. Throws if there is none. */
export const readMessage = async (sql: Sql, playerId: string, seq: number): Promise<ChatMessage> => {
  const { rows } = await sql.query(`${selectMessages} where m.player_id = $1 and m.seq = $2`, [playerId, seq])
  return rowSchema.parse(rows[0])
}

/** The latest messages of a conversation, or those before a number; none where there is no conversation. */
export const readPage = async (sql: Sql, playerId: string, before: number | null): Promise<ChatPage> => {
  const { rows } = await sql.query(
    `${selectMessages} where m.player_id = $1 and ($2::int is null or m.seq < $2) order by m.seq desc limit $3`,
    // One more row tells whether there are older messages.
    [playerId, before, chatPageMax + 1],
  )
  const messages = rowSchema.array().parse(rows.slice(0, chatPageMax)).reverse()
  return { messages, hasMore: rows.length > chatPageMax }
}

const ownerSchema = z.object({ player_id: z.string() })

/** The latest message of each of these conversations, by player. */
export const readLatest = async (
  sql: Sql,
  playerIds: readonly string[],
): Promise<ReadonlyMap<string, ChatMessage>> => {
  const { rows } = await sql.query(
    `${selectMessages} join conversation c on c.player_id = m.player_id and c.last_seq = m.seq
     where c.player_id = any($1::uuid[])`,
    [playerIds],
  )
  return new Map(rows.map((row) => [ownerSchema.parse(row).player_id, rowSchema.parse(row)]))
}
