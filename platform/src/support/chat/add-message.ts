import { bodyCode } from '@minefall/shared/contracts'
import type { ChatMessage, NewChatMessage } from '@minefall/shared/contracts/live'
import type { LanguageId } from '@minefall/shared/languages'
import { z } from 'zod'
import {
  type ByteBudget,
  budgetColumns,
  type Limit,
  limitColumns,
  lockSubjects,
  subjectOf,
} from '../../accounts/index.ts'
import type { Sql } from '../../db/index.ts'
import { type Refusal, refusal, tooMany, wrongField } from '../../http/index.ts'

/** Control characters but for the end of a line and the tab, halves of characters, and what turns the direction of text. */
const unwanted = /(?![\n\t])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu

/** A text as it is kept: no longer than it was sent, without the space around it. */
const cleanText = (text: string): string => text.replaceAll('\r\n', '\n').replace(unwanted, '').trim()

/** Who writes: the player, with what their page is shown in, or someone of staff. */
type Writer = { kind: 'player'; locale: LanguageId } | { kind: 'staff'; staffId: string }

export type Addition = NewChatMessage & {
  /** Whose conversation it is. */
  playerId: string
  writer: Writer
  /** Milliseconds since 1970. */
  at: number
}

/** What a player's messages are counted against; some of it for guests alone, or for those whose first message it is. */
export type Bounds = {
  limits: readonly { whose: 'players' | 'guests' | 'new-guests'; limit: Limit }[]
  /** What a guest writes is kept: so many bytes. */
  budgets: readonly ByteBudget[]
  bytes: number
}

const unbounded: Bounds = { limits: [], budgets: [], bytes: 0 }

/** `isNew` is false for one that was there already. */
type Added = { message: ChatMessage; isNew: boolean }

/** How long a picture may wait to be sent, in milliseconds; well before it is deleted. */
const sendPictureWithinMs = 3_600_000

const addedRow = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.enum(['added', 'known']),
    nth: z.int(),
    name: z.string().nullable(),
    sent_at: z.date(),
  }),
  z.object({ outcome: z.literal('wait'), wait_ms: z.bigint() }),
  z.object({ outcome: z.enum(['taken', 'empty', 'no-picture']) }),
])

const refusals = {
  taken: refusal(bodyCode.conflict),
  empty: wrongField('text', 'bad-parameters'),
  'no-picture': wrongField('pictureId', 'bad-parameters'),
}

/** What those who write in a player's conversation wait for each other at. */
const turnsOf = (playerId: string) => subjectOf('chat', playerId)

/** Keeps others from writing in a player's conversation, or beginning it, until the transaction ends. */
export const lockConversation = (tx: Sql, playerId: string): Promise<void> =>
  lockSubjects(tx, [turnsOf(playerId)])

/**
 * Adds a message to a player's conversation, which the first one begins, in one statement: once for each id, however
 * many come at once. Refused where the id stands for another message (1409), where it says nothing or its picture is not
 * there to be sent (1001), and beyond its bounds (1429).
 */
export const addMessage = async (
  sql: Sql,
  { playerId, writer, at, ...given }: Addition,
  { limits, budgets, bytes }: Bounds = unbounded,
): Promise<Added | Refusal> => {
  const messageId = given.messageId.toLowerCase()
  const text = cleanText(given.text)
  const pictureId = given.pictureId ?? null
  const { rows } = await sql.query(
    `select outcome, wait_ms, nth, name, sent_at from add_message(
       $1::bytea[], $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::bytea[], $12::int[], $13::timestamptz[], $14::text[],
       $15::bytea[], $16::bigint[], $17::timestamptz[], $18::timestamptz[], $19)`,
    [
      [turnsOf(playerId), subjectOf('chat-message', messageId)],
      playerId,
      messageId,
      writer.kind,
      writer.kind === 'staff' ? writer.staffId : null,
      text,
      pictureId,
      new Date(at - sendPictureWithinMs),
      writer.kind === 'player' ? writer.locale : null,
      new Date(at),
      ...limitColumns(
        limits.map(({ limit }) => limit),
        at,
      ),
      limits.map(({ whose }) => whose),
      ...budgetColumns(budgets, at),
      bytes,
    ],
  )
  const row = addedRow.parse(rows[0])
  if (row.outcome === 'wait') return tooMany(Number(row.wait_ms))
  if (row.outcome !== 'added' && row.outcome !== 'known') return refusals[row.outcome]
  const { nth: seq, name, sent_at } = row
  const message = { seq, messageId, author: writer.kind, name, text, pictureId, at: sent_at.getTime() }
  return { message, isNew: row.outcome === 'added' }
}
