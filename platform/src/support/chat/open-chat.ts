import type { Answer } from '@minefall/shared/contracts/live'
import type { World } from '../world.ts'
import { readConversation } from './conversation.ts'
import { readPage } from './message-row.ts'
import { isStaffed } from './staffed.ts'

/** What a player sees who opens the chat; empty before the first message. */
export const openChat = async (
  { db, clock }: Pick<World, 'db' | 'clock'>,
  playerId: string,
): Promise<Answer<'chat.open'>> => {
  const conversation = await readConversation(db, playerId)
  const page = await readPage(db, playerId, null)
  return {
    ...page,
    lastRead: conversation?.playerRead ?? 0,
    staffRead: conversation?.staffRead ?? 0,
    staffed: await isStaffed(db, clock.now()),
  }
}
