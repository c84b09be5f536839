import type { Bus, Clock, Unsubscribe } from '@minefall/shared/node'
import { type DeskConnection, type DeskServer, roomsWith } from './connection.ts'

/** Desks read again this long after the bus is back, up to twice as late, in milliseconds. */
const againAfterMs = 1_000

type NewsOptions = {
  io: DeskServer
  bus: Bus
  clock: Clock
  /** Between 0 and 1; spreads load. */
  random: () => number
  connections: Iterable<DeskConnection>
}

/**
 * Forwards news about players and other desks, each to desks with the right to read it, and has them read again what may
 * have been lost while the bus was away.
 */
export const listenForDesks = ({ io, bus, clock, random, connections }: NewsOptions): Unsubscribe => {
  const stops = [
    bus.onConnection((connected) => {
      if (!connected) return
      for (const { socket } of connections)
        clock.after(againAfterMs * (1 + random()), () => socket.emit('missed', {}))
    }),
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
