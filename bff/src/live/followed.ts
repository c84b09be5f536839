import { encodeMove, type ServerMessage } from '@minefall/shared/contracts'
import type { MatchId } from '@minefall/shared/game'
import type { Bus, Unsubscribe } from '@minefall/shared/node'
import type { Connection, Follow } from './connection.ts'
import type { Delivery, MatchFeed } from './match-feed.ts'
import { type Packet, packet } from './packet.ts'

/** A match that somebody follows here. */
export type Followed = {
  matchId: MatchId
  /** What its ordinary moves are told under; no two matches have the same one at a time. */
  channel: number
  feed: MatchFeed
  followers: Map<Connection, Follow>
  /** The latest of those messages that say how things are, for whoever joins later. */
  presence: ServerMessage<'match.presence'> | null
  rematch: ServerMessage<'match.rematch'> | null
  stop: readonly Unsubscribe[]
}

/** What happened in a match as its followers are told it, encoded once for all of them. */
export const packetOf = ({ matchId, channel }: Followed, delivery: Delivery): Packet => {
  if (delivery.kind === 'snapshot')
    return packet('match.snapshot', { state: delivery.state, hash: delivery.hash })
  const { seq, events } = delivery
  const move = encodeMove(channel, seq, events)
  return move === null ? packet('match.events', { matchId, seq, events }) : packet('m', move)
}

/** Tells all who stream the match. */
export const tell = (followed: Followed, told: Packet) => {
  for (const [connection, { state }] of followed.followers)
    if (state === 'streaming') connection.outbox.send(told)
}

/**
 * Tells all who stream the match of what is published of it besides its events. `presence` is called when that was how
 * its seats are connected.
 */
export const passOnNews = (
  bus: Bus,
  matchId: MatchId,
  followed: () => Followed,
  presence: (message: ServerMessage<'match.presence'>) => void,
): Unsubscribe[] => [
  bus.subscribe('match.presence', matchId, (message) => {
    followed().presence = message
    tell(followed(), packet('match.presence', message))
    presence(message)
  }),
  bus.subscribe('match.emote', matchId, (message) => {
    tell(followed(), packet('match.emote', message))
  }),
  bus.subscribe('match.rematch', matchId, (message) => {
    followed().rematch = message
    tell(followed(), packet('match.rematch', message))
  }),
]
