import type { ChatMessage, Unread } from '@minefall/shared/contracts/live'
import { type LanguageId, usableLanguage } from '@minefall/shared/languages'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { readMessage } from './message-row.ts'

/** The last line of a conversation that is closed, in what the player's page is shown in. */
const goodbyes: Readonly<Record<LanguageId, string>> = {
  'en-US': 'This conversation was closed. Write again whenever you need us.',
  'ja-JP': 'この会話は終了しました。ご用の際は、いつでもまたお問い合わせください。',
  'ko-KR': '이 대화가 종료되었습니다. 필요하실 때 언제든지 다시 문의해 주세요.',
  'ms-MY': 'Perbualan ini telah ditutup. Tulis semula pada bila-bila masa anda memerlukan kami.',
  'pt-BR': 'Esta conversa foi encerrada. Escreva de novo quando precisar.',
}

/**
 * Closes an open conversation that the transaction has locked: it is no one's from then on, nothing of it waits, and its
 * player reads so. What the player writes next opens it again.
 */
export const closeConversation = async (
  tx: Sql,
  { playerId, lastSeq, locale }: Conversation,
  { messageId, at }: { messageId: string; at: number },
): Promise<ChatMessage> => {
  const seq = lastSeq + 1
  await tx.query(
    `insert into conversation_message (player_id, seq, message_id, author, body, created_at)
     values ($1, $2, $3, 'system', $4, $5)`,
    [playerId, seq, messageId, goodbyes[locale], new Date(at)],
  )
  await tx.query(
    `update conversation set status = 'closed', assigned_to = null, waiting_since = null, last_seq = $2,
       staff_read_seq = $2, version = version + 1, updated_at = $3
     where player_id = $1`,
    [playerId, seq, new Date(at)],
  )
  return readMessage(tx, playerId, seq)
}

const rowSchema = z
  .object({
    player_id: z.string(),
    status: z.enum(['open', 'closed']),
    assigned_to: z.string().nullable(),
    locale: z.string().transform((id): LanguageId => usableLanguage(id) ?? 'en-US'),
    last_seq: z.int(),
    player_read_seq: z.int(),
    staff_read_seq: z.int(),
    waiting_since: z.date().nullable(),
    updated_at: z.date(),
  })
  .transform((row) => ({
    playerId: row.player_id,
    status: row.status,
    assignedTo: row.assigned_to,
    locale: row.locale,
    lastSeq: row.last_seq,
    /** How far both sides have read. */
    playerRead: row.player_read_seq,
    staffRead: row.staff_read_seq,
    /** When the player wrote what no one has answered, in milliseconds since 1970. */
    waitingSince: row.waiting_since?.getTime() ?? null,
    /** When the last message was written. */
    updatedAt: row.updated_at.getTime(),
  }))
export type Conversation = z.output<typeof rowSchema>

/** A player's conversation, or null before its first message. `lock` keeps it as it is until the transaction ends. */
export const readConversation = async (
  sql: Sql,
  playerId: string,
  { lock = false } = {},
): Promise<Conversation | null> => {
  const { rows } = await sql.query(
    `select * from conversation where player_id = $1${lock ? ' for no key update' : ''}`,
    [playerId],
  )
  return rowSchema.optional().parse(rows[0]) ?? null
}

/** Which conversations to list, and in which order. `place` is the end of the page before. */
type ConversationList =
  | { kind: 'waiting'; place: readonly [at: number, playerId: string] | null }
  | { kind: 'newest'; status: 'open' | 'closed'; place: readonly [at: number, playerId: string] | null }

/**
 * Conversations that wait for an answer, the longest waiting first; or those of a status that don't, the newest first.
 * `assignedTo` asks for those of one member of staff, null for no one's, undefined for all.
 */
export const listConversations = async (
  sql: Sql,
  list: ConversationList,
  { assignedTo, limit }: { assignedTo: string | null | undefined; limit: number },
): Promise<Conversation[]> => {
  const [at, playerId] = list.place ?? [null, null]
  const asked = [
    assignedTo === undefined,
    assignedTo ?? null,
    at === null ? null : new Date(at),
    playerId,
    limit,
  ]
  const whose = '($1::boolean or assigned_to is not distinct from $2::uuid)'
  const { rows } =
    list.kind === 'waiting'
      ? await sql.query(
          `select * from conversation where waiting_since is not null and ${whose}
             and ($3::timestamptz is null or (waiting_since, player_id) > ($3, $4::uuid))
           order by waiting_since, player_id limit $5`,
          asked,
        )
      : await sql.query(
          `select * from conversation where status = $6 and waiting_since is null and ${whose}
             and ($3::timestamptz is null or (updated_at, player_id) < ($3, $4::uuid))
           order by updated_at desc, player_id desc limit $5`,
          [...asked, list.status],
        )
  return rowSchema.array().parse(rows)
}

const unreadRow = z.object({ version: z.int(), count: z.bigint() })

/** How many messages of staff a player has not read. */
export const unreadOf = async (sql: Sql, playerId: string): Promise<Unread> => {
  const { rows } = await sql.query(
    `select c.version, count(m.seq) as count from conversation c
     left join conversation_message m
       on m.player_id = c.player_id and m.author = 'staff' and m.seq > c.player_read_seq
     where c.player_id = $1 group by c.player_id`,
    [playerId],
  )
  const row = unreadRow.optional().parse(rows[0])
  return row ? { version: row.version, count: Number(row.count) } : { version: 0, count: 0 }
}

/** Of each of these conversations, how many messages of its player staff have not read. */
export const unreadByStaff = async (
  sql: Sql,
  playerIds: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql.query(
    `select c.player_id, count(m.seq) as count from conversation c
     left join conversation_message m
       on m.player_id = c.player_id and m.author = 'player' and m.seq > c.staff_read_seq
     where c.player_id = any($1::uuid[]) group by c.player_id`,
    [playerIds],
  )
  const counts = z.array(z.object({ player_id: z.string(), count: z.bigint() })).parse(rows)
  return new Map(counts.map(({ player_id, count }) => [player_id, Number(count)]))
}
