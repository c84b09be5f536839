import { type Refusal, wrongField } from '../../http/index.ts'
import type { World } from '../world.ts'
import { readConversation, unreadOf } from './conversation.ts'

/**
 * Notes how far a player has read, and tells it after the commit. Less than before changes nothing; a message that there
 * is not is refused (1001).
 */
export const markReadByPlayer = async (
  { db, bus }: Pick<World, 'db' | 'bus'>,
  { playerId, seq }: { playerId: string; seq: number },
): Promise<Refusal | null> => {
  const marked = await db.transaction(async (tx) => {
    const conversation = await readConversation(tx, playerId, { lock: true })
    if (seq > (conversation?.lastSeq ?? 0)) return wrongField('seq', 'bad-parameters')
    if (seq <= (conversation?.playerRead ?? 0)) return null
    await tx.query(
      'update conversation set player_read_seq = $2, version = version + 1 where player_id = $1',
      [playerId, seq],
    )
    return { unread: await unreadOf(tx, playerId) }
  })
  if (marked === null || 'refused' in marked) return marked
  bus.publish('chat.read', playerId, { by: 'player', seq })
  bus.publish('chat.unread', playerId, marked.unread)
  return null
}
