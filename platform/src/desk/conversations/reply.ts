import { bodyCode } from '@minefall/shared/contracts'
import type { ChatMessage, NewChatMessage } from '@minefall/shared/contracts/live'
import { isRefusal, type Refusal, refusal } from '../../http/index.ts'
import { addMessage, unreadOf } from '../../support/index.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { ownsOne } from '../staff/own-accounts.ts'
import { stillWorks } from '../staff/standing.ts'
import type { World } from '../world.ts'
import type { Agent } from './agent.ts'

/**
 * Writes to a player, once for each id, and tells it after the commit. It answers what waited, opens a closed
 * conversation, and begins one where there is none. Refused as `addMessage` says, where there is no such player (1404),
 * for one's own account (1403), and for somebody who is disabled (1501).
 */
export const reply = async (
  { db, bus, clock }: World,
  { playerId, staff, address }: Agent,
  message: NewChatMessage,
): Promise<ChatMessage | Refusal> => {
  const written = await db.transaction(async (tx) => {
    if (!(await stillWorks(tx, staff))) return refusal(bodyCode.tokenInvalid)
    const { count } = await tx.query('select from player where id = $1', [playerId])
    if (count === 0) return refusal(bodyCode.notFound)
    if (await ownsOne(tx, staff, [playerId])) return refusal(bodyCode.notAllowed)
    const at = clock.now()
    const writer = { kind: 'staff', staffId: staff.id } as const
    const added = await addMessage(tx, { ...message, playerId, writer, at }, async () => null)
    if (isRefusal(added) || !added.isNew) return added
    await writeAudit(tx, {
      at,
      staffId: staff.id,
      action: 'conversation.reply',
      subject: { type: 'conversation', id: playerId },
      after: { seq: added.message.seq },
      address,
    })
    return { ...added, unread: await unreadOf(tx, playerId) }
  })
  if (isRefusal(written)) return written
  if ('unread' in written) {
    bus.publish('chat.message', playerId, written.message)
    bus.publish('chat.unread', playerId, written.unread)
    bus.publish('desk.changed', null, { what: 'conversation', playerId })
  }
  return written.message
}
