import { encodeMove, type ServerMessage } from '@minefall/shared/contracts/live'
import type { MatchId } from '@minefall/shared/game'
import { type Connection, playerIn } from './connection.ts'
import type { Ground } from './ground.ts'
import { type Delivery, endOf, type Follow, matchFeed, tail } from './match-feed.ts'
import { type Packet, packet } from './packet.ts'
import type { PresenceReporter } from './presence.ts'

type FollowedOptions = Ground & {
  matchId: MatchId
  /** What its ordinary moves are reported under; no two matches have the same one at a time. */
  channel: number
  presence: PresenceReporter
  /** Runs questions about silent matches, so many at a time. */
  inTurn: (run: () => Promise<void>) => Promise<void>
  /** A socket has caught up; how many events it had missed, null where that is not known. */
  resumed: (connection: Connection, what: { matchId: MatchId; missed: number | null }) => void
  /** A socket was taken off the match, since it reads too slowly. */
  shed: (connection: Connection) => void
}

export type FollowedMatch = ReturnType<typeof followedMatch>

/** A match that someone follows here: tells its followers what happens in it, encoded once for all of them. */
export const followedMatch = (options: FollowedOptions) => {
  const { matchId, channel, bus, clock, settings, metrics, presence, resumed, shed } = options
  const followers = new Map<Connection, Follow>()
  // The latest of what says how things are, for anyone who joins later. Packets would keep the whole pool that they are from.
  let seats: ServerMessage<'match.presence'> | null = null
  let rematch: ServerMessage<'match.rematch'> | null = null

  const packetOf = (delivery: Delivery): Packet => {
    if (delivery.kind === 'snapshot')
      return packet('match.snapshot', { state: delivery.state, hash: delivery.hash })
    const { seq, events } = delivery
    const move = encodeMove(channel, seq, events)
    return move === null ? packet('match.events', { matchId, seq, events }) : packet('m', move)
  }

  const tell = (told: Packet, isFor: (follow: Follow) => boolean = () => true) => {
    for (const [connection, follow] of followers)
      if (follow.state === 'streaming' && isFor(follow)) connection.outbox.send(told)
  }

  const transmit = (connection: Connection, delivery: Delivery): void => {
    connection.outbox.send(packetOf(delivery))
    metrics.deliveries.inc()
  }

  /** Lets the socket hear what all hear, once the feed has got to where its answer led: the rest without a hole or a double. */
  const join = (connection: Connection, follow: Follow): void => {
    const { asked, answered, arrived } = follow.resume ?? { answered: null }
    if (answered === null || (feed.seq() ?? 0) < answered) return
    follow.state = 'streaming'
    follow.resume = null
    let reached = answered
    for (const delivery of arrived) {
      const next = tail(delivery, reached)
      if (!next) continue
      transmit(connection, next)
      reached = endOf(next)
    }
    if (seats) connection.outbox.send(packet('match.presence', seats))
    if (rematch && rematch.until > clock.now() && follow.seat !== null)
      connection.outbox.send(packet('match.rematch', rematch))
    if (asked !== null) resumed(connection, { matchId, missed: Math.max(0, answered - asked) })
  }

  /** A seat that was freed may be someone else's soon. */
  const unseat = (isFree: (seat: number) => boolean) => {
    for (const [connection, follow] of followers) {
      if (follow.seat === null || !isFree(follow.seat)) continue
      follow.seat = null
      presence.renew(playerIn(connection, matchId), matchId)
    }
  }

  /** A socket that reads too slowly is taken off the match; a snapshot brings it back when its queue has drained. */
  const broadcast = (delivery: Delivery) => {
    const told = packetOf(delivery)
    let deliveries = 0
    for (const [connection, follow] of followers) {
      if (follow.resume) {
        follow.resume.arrived.push(delivery)
        join(connection, follow)
        continue
      }
      if (follow.state !== 'streaming') continue
      if (connection.outbox.queued() > settings.LIVE_QUEUE_SOFT_BYTES) {
        follow.state = 'shed'
        shed(connection)
        metrics.shed.inc()
        continue
      }
      connection.outbox.send(told)
      deliveries += 1
    }
    metrics.deliveries.inc(deliveries)
    if (delivery.kind === 'snapshot') unseat((seat) => delivery.state.table[seat] === null)
    else
      for (const event of delivery.events)
        if (event.type === 'SeatLeft') unseat((seat) => seat === event.seat)
  }

  const feed = matchFeed({
    ...options,
    asker: () => followers.keys().next().value?.player.playerId ?? null,
    deliver: broadcast,
  })
  const stops = [
    feed.close,
    bus.subscribe('match.presence', matchId, (message) => {
      seats = message
      tell(packet('match.presence', message))
      for (const [connection, { seat }] of followers)
        if (seat !== null && message.seats[seat] === 'gone')
          presence.contradict(playerIn(connection, matchId), matchId)
    }),
    bus.subscribe('match.emote', matchId, (message) => tell(packet('match.emote', message))),
    // Only to those who played: it leads to the next match, and the link of a private one that is over is in the public log.
    bus.subscribe('match.rematch', matchId, (message) => {
      rematch = message
      tell(packet('match.rematch', message), ({ seat }) => seat !== null)
    }),
  ]

  return {
    channel,
    feed,
    followers,
    transmit,
    join,
    close(): void {
      for (const stop of stops) stop()
    },
  }
}
