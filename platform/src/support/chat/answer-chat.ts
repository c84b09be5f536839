import { type Envelope, ok, refuse } from '@minefall/shared/contracts'
import { noticeOfCode, noticeText } from '@minefall/shared/notices'
import { z } from 'zod'
import { tellingOutages } from '../../bus/answering.ts'
import { isRefusal, type Refusal } from '../../http/index.ts'
import type { World } from '../world.ts'
import { markReadByPlayer } from './mark-read.ts'
import { readPage } from './message-row.ts'
import { openChat } from './open-chat.ts'
import { sendMessage } from './send-message.ts'

/** What a refusal tells has a shape of its own, whatever the answer's would have been. */
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
