import type { DeskConversation, Staff } from '@minefall/shared/contracts/desk'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { type Conversation, listConversations } from '../../support/index.ts'
import { viewConversations } from './view.ts'

/** Where a page of the inbox goes on: among which of them, and the time and the player of its last line. */
export const inboxPlaceSchema = z.tuple([
  z.enum(['waiting', 'newest']),
  z.int().min(0).max(8.64e15),
  z.uuid(),
])
type InboxPlace = z.infer<typeof inboxPlaceSchema>

type InboxQuery = {
  filter?: 'mine' | 'unassigned' | 'closed' | undefined
  from?: InboxPlace | undefined
  limit: number
}

const placeOf = ({ waitingSince, updatedAt, playerId }: Conversation): InboxPlace => [
  waitingSince === null ? 'newest' : 'waiting',
  waitingSince ?? updatedAt,
  playerId,
]

/** Open conversations, those that wait for an answer first; or the closed ones. */
export const readInbox = async (
  sql: Sql,
  staff: Pick<Staff, 'id'>,
  { filter, from, limit }: InboxQuery,
): Promise<{ conversations: DeskConversation[]; next: InboxPlace | null }> => {
  const assignedTo = filter === 'mine' ? staff.id : filter === 'unassigned' ? null : undefined
  const status = filter === 'closed' ? 'closed' : 'open'
  const place = from ? ([from[1], from[2]] as const) : null
  const isAmongWaiting = from ? from[0] === 'waiting' : status === 'open'
  // One more row tells whether there is a next page.
  const all = limit + 1
  const waiting = isAmongWaiting
    ? await listConversations(sql, { kind: 'waiting', place }, { assignedTo, limit: all })
    : []
  const others =
    waiting.length < all
      ? await listConversations(
          sql,
          { kind: 'newest', status, place: isAmongWaiting ? null : place },
          { assignedTo, limit: all - waiting.length },
        )
      : []
  const found = [...waiting, ...others]
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    conversations: await viewConversations(sql, shown),
    next: found.length > limit && last ? placeOf(last) : null,
  }
}
