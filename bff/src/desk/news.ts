import type { Bus, Unsubscribe } from '@minefall/shared/node'
import { type DeskConnection, deskPacket, tellWith } from './connection.ts'

/** Passes on to desks what happens at players and at other desks, each to those who may read what it is about. */
export const listenForDesks = ({
  connections,
  bus,
}: {
  connections: Iterable<DeskConnection>
  bus: Bus
}): Unsubscribe => {
  const stops = [
    bus.subscribe('chat.message', null, (message, playerId) => {
      if (playerId !== null)
        tellWith(connections, 'conversations', deskPacket('conversation.message', { playerId, message }))
    }),
    bus.subscribe('chat.read', null, ({ by, seq }, playerId) => {
      if (playerId !== null)
        tellWith(connections, 'conversations', deskPacket('conversation.read', { playerId, by, seq }))
    }),
    bus.subscribe('chat.typing', null, ({ by }, playerId) => {
      if (playerId !== null && by === 'player')
        tellWith(connections, 'conversations', deskPacket('conversation.typing', { playerId }))
    }),
    bus.subscribe('desk.changed', null, (news) => {
      switch (news.what) {
        case 'conversation':
          return tellWith(
            connections,
            'conversations',
            deskPacket('conversation', { playerId: news.playerId }),
          )
        case 'orders':
          return tellWith(connections, 'orders.read', deskPacket('orders', { orderId: news.orderId }))
        case 'reports':
          return tellWith(connections, 'reports', deskPacket('reports', {}))
        case 'flags':
          return tellWith(connections, 'accounts.read', deskPacket('flags', {}))
        case 'catalogue':
          return tellWith(connections, 'catalogue', deskPacket('catalogue', {}))
      }
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
