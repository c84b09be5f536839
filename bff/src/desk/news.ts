import type { Bus, Unsubscribe } from '@minefall/shared/node'
import { type DeskServer, roomsWith } from './connection.ts'

/** Forwards news about players and other desks, each to desks with the right to read it. */
export const listenForDesks = ({ io, bus }: { io: DeskServer; bus: Bus }): Unsubscribe => {
  const stops = [
    bus.subscribe('chat.message', null, (message, playerId) => {
      if (playerId !== null)
        io.to(roomsWith('conversations')).emit('conversation.message', { playerId, message })
    }),
    bus.subscribe('chat.read', null, ({ by, seq }, playerId) => {
      if (playerId !== null)
        io.to(roomsWith('conversations')).emit('conversation.read', { playerId, by, seq })
    }),
    bus.subscribe('chat.typing', null, ({ by }, playerId) => {
      if (playerId !== null && by === 'player')
        io.to(roomsWith('conversations')).emit('conversation.typing', { playerId })
    }),
    bus.subscribe('desk.changed', null, (news) => {
      switch (news.what) {
        case 'conversation':
          return void io.to(roomsWith('conversations')).emit('conversation', { playerId: news.playerId })
        case 'orders':
          return void io.to(roomsWith('orders.read')).emit('orders', { orderId: news.orderId })
        case 'reports':
          return void io.to(roomsWith('reports')).emit('reports', {})
        case 'flags':
          return void io.to(roomsWith('accounts.read')).emit('flags', {})
        case 'catalogue':
          return void io.to(roomsWith('catalogue')).emit('catalogue', {})
      }
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
