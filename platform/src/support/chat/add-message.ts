import { bodyCode } from '@minefall/shared/contracts'
import type { ChatMessage, NewChatMessage } from '@minefall/shared/contracts/live'
import type { LanguageId } from '@minefall/shared/languages'
import { z } from 'zod'
import { lockSubjects, subjectOf } from '../../accounts/index.ts'
import type { Sql } from '../../db/index.ts'
import { type Refusal, refusal, wrongField } from '../../http/index.ts'
import { readMessage } from './message-row.ts'

/** Control characters but for the end of a line and the tab, halves of characters, and what turns the direction of text. */
const unwanted = /(?![\n\t])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu

/** A text as it is kept: no longer than it was told, without the space around it. */
const cleanText = (text: string): string => text.replaceAll('\r\n', '\n').replace(unwanted, '').trim()

/** Who writes: the player, with what their page is shown in, or somebody of staff. */
type Writer = { kind: 'player'; locale: LanguageId } | { kind: 'staff'; staffId: string }

type Addition = NewChatMessage & {
  /** Whose conversation it is. */
  playerId: string
  writer: Writer
  /** Milliseconds since 1970. */
  at: number
}

/** `isNew` is false for one that was there already. */
type Added = { message: ChatMessage; isNew: boolean }

/** How long a picture may wait to be sent, in milliseconds; well before it is deleted. */
const sendPictureWithinMs = 3_600_000

const staffIdOf = (writer: Writer): string | null => (writer.kind === 'staff' ? writer.staffId : null)

const knownRow = z.object({ seq: z.int(), same: z.boolean() })

/** The message that this id stands for, and whether it is this one. */
const knownMessage = async (tx: Sql, { playerId, messageId, writer, pictureId }: Addition, text: string) => {
  const { rows } = await tx.query(
    `select seq, player_id = $2 and author = $3 and staff_id is not distinct from $4::uuid and body = $5
       and picture_id is not distinct from $6::uuid as same
     from conversation_message where message_id = $1`,
    [messageId, playerId, writer.kind, staffIdOf(writer), text, pictureId ?? null],
  )
  return knownRow.optional().parse(rows[0]) ?? null
}

/** Whether this writer uploaded the picture for this conversation, and lately. */
const maySendPicture = async (tx: Sql, { playerId, writer, pictureId, at }: Addition): Promise<boolean> => {
  if (pictureId === undefined) return true
  const { count } = await tx.query(
    `select from support_picture
     where id = $1 and player_id = $2 and staff_id is not distinct from $3::uuid and created_at > $4`,
    [pictureId, playerId, staffIdOf(writer), new Date(at - sendPictureWithinMs)],
  )
  return count > 0
}

const numberedRow = z.object({ last_seq: z.int() })

/** Takes the next number. What the player writes waits for an answer, and what staff write is one; both open it again. */
const takeNumber = async (tx: Sql, { playerId, writer, at }: Addition): Promise<number> => {
  const { rows } = await tx.query(
    `insert into conversation as c (player_id, status, locale, last_seq, waiting_since, updated_at)
     values ($1, 'open', coalesce($2, (select language from login_account where player_id = $1), 'en-US'), 1, $3, $4)
     on conflict (player_id) do update set
       status = 'open', locale = coalesce($2, c.locale), last_seq = c.last_seq + 1, version = c.version + 1,
       waiting_since = case when $3::timestamptz is not null then coalesce(c.waiting_since, $3) end,
       updated_at = excluded.updated_at
     returning last_seq`,
    [
      playerId,
      writer.kind === 'player' ? writer.locale : null,
      writer.kind === 'player' ? new Date(at) : null,
      new Date(at),
    ],
  )
  return numberedRow.parse(rows[0]).last_seq
}

/**
 * Adds a message to a player's conversation, which the first one begins: once for each id, however many come at once.
 * Refused where the id stands for another message (1409), where it says nothing or its picture is not there to be sent
 * (1001), and for what `refuse` says of a new one.
 */
export const addMessage = async (
  tx: Sql,
  given: Addition,
  refuse: () => Promise<Refusal | null>,
): Promise<Added | Refusal> => {
  const addition = { ...given, messageId: given.messageId.toLowerCase() }
  const { playerId, messageId, writer, pictureId, at } = addition
  // Those with the same id wait here for the first one, which they then find.
  await lockSubjects(tx, [subjectOf('chat', playerId), subjectOf('chat-message', messageId)])
  const text = cleanText(given.text)
  const known = await knownMessage(tx, addition, text)
  if (known)
    return known.same
      ? { message: await readMessage(tx, playerId, known.seq), isNew: false }
      : refusal(bodyCode.conflict)
  if (text === '' && pictureId === undefined) return wrongField('text', 'bad-parameters')
  const refused = await refuse()
  if (refused) return refused
  if (!(await maySendPicture(tx, addition))) return wrongField('pictureId', 'bad-parameters')
  const seq = await takeNumber(tx, addition)
  await tx.query(
    `insert into conversation_message (player_id, seq, message_id, author, staff_id, body, picture_id, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [playerId, seq, messageId, writer.kind, staffIdOf(writer), text, pictureId ?? null, new Date(at)],
  )
  return { message: await readMessage(tx, playerId, seq), isNew: true }
}
