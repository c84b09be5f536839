import type { Unread } from '@minefall/shared/contracts'
import type { Bus, Unsubscribe } from '@minefall/shared/node'
import type { Player } from './connection.ts'
import { type Packet, packet } from './packet.ts'

/** Keeps what a player has not read, unless something newer is known, and answers what to tell where it is another count. */
export const unreadNews = (player: Player, unread: Unread): Packet | null => {
  const before = player.unread
  if (unread.version <= before.version) return null
  player.unread = unread
  return unread.count === before.count ? null : packet('chat.unread', { count: unread.count })
}

/** Tells a player's sockets what happens in their conversation. */
export const listenToChat = (bus: Bus, player: Player, tell: (told: Packet) => void): Unsubscribe[] => {
  const { playerId } = player
  return [
    bus.subscribe('chat.message', playerId, (message) => tell(packet('chat.message', message))),
    bus.subscribe('chat.read', playerId, ({ by, seq }) => {
      if (by === 'staff') tell(packet('chat.read', { seq }))
    }),
    bus.subscribe('chat.typing', playerId, ({ by }) => {
      if (by === 'staff') tell(packet('chat.typing', {}))
    }),
    bus.subscribe('chat.unread', playerId, (unread) => {
      const told = unreadNews(player, unread)
      if (told) tell(told)
    }),
  ]
}
