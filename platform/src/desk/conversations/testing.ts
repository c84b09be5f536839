import { randomUUID } from 'node:crypto'
import type { BusEvent, BusEventName } from '@minefall/shared/contracts/bus'
import { deskConversationDetailSchema } from '@minefall/shared/contracts/desk'
import { chatMessageSchema } from '@minefall/shared/contracts/live'
import { device, minute, newAddress } from '../../accounts/testing.ts'
import type { Database } from '../../db/index.ts'
import { keepGuest } from '../../players/testing.ts'
import { type Hired, openDesk } from '../testing.ts'

export type Agent = Hired & { token: string }

/** The desk with one of the support team and one admin signed in, and guests who write to them. */
export const openConversations = async (db: Database) => {
  const desk = await openDesk(db)
  const agent: Agent = await desk.staff('support')
  const admin: Agent = await desk.staff('admin')

  /** Sessions last without a call for half an hour: no case takes so long. */
  const begin = async () => {
    await desk.clock.advance(minute)
    for (const person of [agent, admin]) await desk.get('me', person)
  }

  const guest = async () => (await keepGuest(db, desk.guests, device())).id
  const write = async (playerId: string, text = 'Hello?') => {
    const message = { playerId, address: newAddress(), locale: 'ja-JP', messageId: randomUUID(), text }
    const { data } = await desk.bus.request('chat.send', message)
    return chatMessageSchema.parse(data)
  }
  /** A guest who has written. */
  const writer = async () => {
    const id = await guest()
    await write(id)
    return id
  }
  const opened = async (playerId: string) => (await desk.bus.request('chat.open', { playerId })).data
  const post = (playerId: string, what: string, body: object, by: Agent = agent) =>
    desk.post(`conversations/${playerId}/${what}`, by, body)
  const reply = (playerId: string, given: object = {}, by: Agent = agent) =>
    post(playerId, 'reply', { messageId: randomUUID(), text: 'How can we help?', ...given }, by)
  const detail = async (playerId: string, query = '', by: Agent = agent) =>
    deskConversationDetailSchema.parse((await desk.get(`conversations/${playerId}${query}`, by)).data)
  const audit = async (playerId: string) =>
    (
      await db.query(
        `select action, staff_id, before, after, address from desk_audit
         where subject_type = 'conversation' and subject_id = $1 order by id`,
        [playerId],
      )
    ).rows
  /** What is reported about a player's conversation while `act` runs. */
  const messagesTo = async (playerId: string, act: () => Promise<unknown>) => {
    const told: [BusEventName, unknown][] = []
    const hear = <N extends 'chat.message' | 'chat.read' | 'chat.unread' | 'chat.typing'>(name: N) =>
      desk.bus.subscribe(name, playerId, (news: BusEvent<N>) => void told.push([name, news]))
    const stops = [hear('chat.message'), hear('chat.read'), hear('chat.unread'), hear('chat.typing')]
    await act()
    for (const stop of stops) stop()
    return told
  }

  return { desk, agent, admin, begin, guest, write, writer, opened, post, reply, detail, audit, messagesTo }
}
export type Conversations = Awaited<ReturnType<typeof openConversations>>
