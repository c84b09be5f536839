import { type Envelope, ok, refuse } from '@minefall/shared/contracts'
import type { Answer } from '@minefall/shared/contracts/live'
import { noticeOfCode, noticeText } from '@minefall/shared/notices'
import { z } from 'zod'
import { tellingOutages } from '../../bus/answering.ts'
import { isRefusal, type Refusal, wrongField } from '../../http/index.ts'
import type { World } from '../world.ts'
import { readConversation, unreadOf } from './conversation.ts'
import { readPage } from './message-row.ts'
import { sendMessage } from './send-message.ts'
import { isStaffed } from './staffed.ts'

/**
 * Notes how far a player has read, and tells it after the commit. Less than before changes nothing; a message that there
 * is not is refused (1001).
 */
const markReadByPlayer = async (
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

/** What a player sees who opens the chat; empty before the first message. */
const openChat = async (
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

/** What a refusal tells has its own shape, whatever the answer's would have been. */
const detailSchema = z.custom<never>(() => true)

const answerTo = <T>(result: T | Refusal): Envelope<T> => {
  if (!isRefusal(result)) return ok(result)
  const { refused, data } = result
  const msg = noticeText(noticeOfCode(refused) ?? 'request-failed', 'en', data)
  return refuse<never>(refused, msg, data === undefined ? null : detailSchema.parse(data))
}

/** Answers what players ask about their conversations, until the answer of this is called. */
export const answerChat = (world: World): (() => void) => {
  const bus = tellingOutages(world.bus, world.log)
  const stops = [
    bus.respond('chat.open', async ({ playerId }) => ok(await openChat(world, playerId))),
    bus.respond('chat.send', async (request) => answerTo(await sendMessage(world, request))),
    bus.respond('chat.history', async ({ playerId, before }) =>
      ok(await readPage(world.db, playerId, before)),
    ),
    bus.respond('chat.read', async (request) => answerTo(await markReadByPlayer(world, request))),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
