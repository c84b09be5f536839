import type { DeskConversation } from '@minefall/shared/contracts/desk'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { type Conversation, readConversation, readLatest, unreadByStaff } from '../../support/index.ts'
import { readPlayers } from '../accounts/players.ts'

const shownRow = z.object({ id: z.string(), kind: z.enum(['guest', 'player']), avatar: z.string() })
const nameRow = z.object({ id: z.string(), name: z.string() })

/** Rows by their ids. */
const byId = <T extends { id: string }>(rows: readonly T[]): ReadonlyMap<string, T> =>
  new Map(rows.map((row) => [row.id, row]))

/** What is known of `id`, of a map that was read for it. */
const of = <T>(map: ReadonlyMap<string, T>, id: string): T => {
  const found = map.get(id)
  if (found === undefined) throw new Error(`nothing was read of ${id}`)
  return found
}

/** Conversations as the inbox shows them. */
export const viewConversations = async (
  sql: Sql,
  conversations: readonly Conversation[],
): Promise<DeskConversation[]> => {
  const ids = conversations.map(({ playerId }) => playerId)
  const staffIds = conversations.flatMap(({ assignedTo }) => assignedTo ?? [])
  const player = await readPlayers(sql, ids)
  const shown = await sql.query('select id, kind, avatar from player where id = any($1::uuid[])', [ids])
  const staff = await sql.query('select id, name from staff where id = any($1::uuid[])', [staffIds])
  const [players, colleagues] = [
    byId(shownRow.array().parse(shown.rows)),
    byId(nameRow.array().parse(staff.rows)),
  ]
  const [latest, unread] = [await readLatest(sql, ids), await unreadByStaff(sql, ids)]
  return conversations.map(({ playerId, assignedTo, ...conversation }) => {
    const { kind, avatar } = of(players, playerId)
    return {
      ...conversation,
      player: { ...player(playerId), avatar, guest: kind === 'guest' },
      assignedTo: assignedTo === null ? null : of(colleagues, assignedTo),
      unread: of(unread, playerId),
      last: of(latest, playerId),
    }
  })
}

/** A conversation as the inbox shows it, or null where its player has none. */
export const viewConversation = async (sql: Sql, playerId: string): Promise<DeskConversation | null> => {
  const conversation = await readConversation(sql, playerId)
  const [view] = conversation ? await viewConversations(sql, [conversation]) : []
  return view ?? null
}
