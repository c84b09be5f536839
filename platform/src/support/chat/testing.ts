import { randomUUID } from 'node:crypto'
import type { BusEvent } from '@minefall/shared/contracts/bus'
import type { NewChatMessage } from '@minefall/shared/contracts/live'
import { device, newAddress } from '../../accounts/testing.ts'
import type { Database } from '../../db/index.ts'
import { edgeKeyHeader } from '../../http/index.ts'
import { edgeKey } from '../../http/testing.ts'
import { keepGuest } from '../../players/testing.ts'
import { guestBytesPerDay, openSupport } from '../testing.ts'

/** Where a player writes from, and what their browser is set to. */
type From = { address?: string; locale?: string | null }

/** Who calls over REST: an account by its token, or a guest by the device. */
export type Caller = { token?: string; deviceId?: string; address?: string }

type Told = {
  [N in 'chat.message' | 'chat.read' | 'chat.unread' | 'chat.staffed']: {
    player: string | null
    news: BusEvent<N>
  }[]
}

/** Support beside accounts that players sign in to, over the bus and over HTTP as a BFF sees it. */
export const openChatWorld = async (db: Database) => {
  const { at, support, app, close } = await openSupport(db)
  const { bus, guests } = at
  const told: Told = { 'chat.message': [], 'chat.read': [], 'chat.unread': [], 'chat.staffed': [] }
  bus.subscribe('chat.message', null, (news, player) => void told['chat.message'].push({ player, news }))
  bus.subscribe('chat.read', null, (news, player) => void told['chat.read'].push({ player, news }))
  bus.subscribe('chat.unread', null, (news, player) => void told['chat.unread'].push({ player, news }))
  bus.subscribe('chat.staffed', null, (news, player) => void told['chat.staffed'].push({ player, news }))

  /** A guest who has been at a table once. */
  const guest = async (deviceId = device()) => ({
    id: (await keepGuest(db, guests, deviceId)).id,
    deviceId,
  })

  const message = (given: Partial<NewChatMessage> = {}): NewChatMessage => ({
    messageId: randomUUID(),
    text: 'Where are my coins?',
    ...given,
  })
  const send = (
    playerId: string,
    given: Partial<NewChatMessage> = {},
    { address = newAddress(), locale = null }: From = {},
  ) => bus.request('chat.send', { playerId, address, locale, ...message(given) })
  const open = async (playerId: string) => (await bus.request('chat.open', { playerId })).data
  const read = (playerId: string, seq: number) => bus.request('chat.read', { playerId, seq })

  const call = async (
    method: 'GET' | 'POST',
    url: string,
    { token, deviceId, address = newAddress() }: Caller = {},
    { headers = {}, payload }: { headers?: Record<string, string>; payload?: Buffer } = {},
  ) =>
    app.inject({
      method,
      url: `/api/${url}`,
      headers: {
        [edgeKeyHeader]: edgeKey,
        'x-forwarded-for': address,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(deviceId === undefined ? {} : { 'x-device-id': deviceId }),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
    })

  return {
    ...at,
    guestBytesPerDay,
    support,
    told,
    guest,
    message,
    send,
    openChat: open,
    read,
    call,
    close,
  }
}
export type ChatWorld = Awaited<ReturnType<typeof openChatWorld>>
