import {
  type Answer,
  bodyCode,
  type ClientMessage,
  channelsMax,
  type Envelope,
  ok,
  refuse,
} from '@minefall/shared/contracts'
import type { MatchId } from '@minefall/shared/game'
import type { Bus, Clock, Deadlines, Router } from '@minefall/shared/node'
import { shardOfMatch } from '@minefall/shared/shards'
import type { BffSettings } from '../config.ts'
import type { Connection, Follow, Identification, Player } from './connection.ts'
import { type Followed, packetOf, passOnNews } from './followed.ts'
import { playerIn } from './guest-seat.ts'
import { type Delivery, deliveryOf, matchFeed, type Stand } from './match-feed.ts'
import type { LiveMetrics } from './metrics.ts'
import { packet } from './packet.ts'
import type { PresenceReporter } from './presence.ts'
import { tooMany } from './token-bucket.ts'
import { fewAtOnce } from './turnstile.ts'

export type Follows = {
  follow(
    connection: Connection,
    request: ClientMessage<'match.follow'>,
    ack: (answer: Envelope<Answer<'match.follow'>> | Envelope<{ seconds: number }>) => void,
  ): Promise<void>
  unfollow(connection: Connection, matchId: MatchId): void
  /** The player sat down: their sockets that follow the match hold the seat from now on. */
  seated(player: Player, matchId: MatchId, seat: number | null): void
  /** The socket is somebody else since: it has none of the seats that it had before. It learns its own by following. */
  reidentified(connection: Connection, before: Pick<Identification, 'player' | 'guestSeat'>): void
  /** Forgets all a socket follows, when it is gone. */
  drop(connection: Connection): void
  /** Brings back sockets that have drained. */
  refill(): void
  /** Finds out how the matches in these shards stand: they have another owner since, or the bus was away. */
  askAbout(shards: ReadonlySet<number>): void
  /** Whether somebody here follows the match, and has not been told of its end. */
  isGoingOn(matchId: MatchId): boolean
  /** How many events of the match it was told of and has not seen, when the last that it saw is `seq`. */
  behind(connection: Connection, matchId: MatchId, seq: number): number
  /** How a match stands that is streamed to it; null where that is not known for sure. */
  standOf(connection: Connection, matchId: MatchId): Stand | null
  count(): number
  close(): void
}

export type FollowsOptions = {
  bus: Bus
  routed: Router
  clock: Clock
  deadlines: Deadlines
  settings: BffSettings
  metrics: LiveMetrics
  presence: PresenceReporter
  /** A socket has caught up; how many events it had missed, null where that is not known. */
  resumed: (connection: Connection, what: { matchId: MatchId; missed: number | null }) => void
}

/** Matches that are asked about at a time after their owner has changed: moves come first there. */
const questionsAtMost = 8
/** Silent matches that are asked about at a time, so that the end of an outage of every match is no storm. */
const silentAtMost = 200
/** When a socket that follows too many matches may ask again, in milliseconds: one of them may be over by then. */
const fullMs = 10_000
/** How often a resume is asked again when its answer came too late to join what happened meanwhile. */
const attemptsAtMost = 3

/** Which sockets follow which matches: subscribes once a match, fans out, resumes, sheds slow readers. */
export const follows = (options: FollowsOptions): Follows => {
  const { bus, routed, clock, deadlines, settings, metrics, presence, resumed } = options
  const matches = new Map<MatchId, Followed>()
  const shed = new Set<Connection>()
  const inTurn = fewAtOnce(questionsAtMost)
  const silentInTurn = fewAtOnce(silentAtMost)
  let channels = 0

  const transmit = (connection: Connection, followed: Followed, delivery: Delivery) => {
    connection.outbox.send(packetOf(followed, delivery))
    metrics.deliveries.inc()
  }

  /** A seat that was freed may be somebody else's soon. */
  const unseat = (followed: Followed, isFree: (seat: number) => boolean) => {
    for (const [connection, follow] of followed.followers) {
      if (follow.seat === null || !isFree(follow.seat)) continue
      follow.seat = null
      presence.update(playerIn(connection, followed.matchId), followed.matchId)
    }
  }

  /** A socket that reads too slowly is taken off the match; a snapshot brings it back when its queue has drained. */
  const broadcast = (followed: Followed, delivery: Delivery) => {
    const told = packetOf(followed, delivery)
    let deliveries = 0
    for (const [connection, follow] of followed.followers) {
      if (follow.state !== 'streaming') continue
      if (connection.outbox.queued() > settings.LIVE_QUEUE_SOFT_BYTES) {
        follow.state = 'shed'
        shed.add(connection)
        metrics.shed.inc()
        continue
      }
      connection.outbox.send(told)
      deliveries += 1
    }
    metrics.deliveries.inc(deliveries)
    if (delivery.kind === 'snapshot') unseat(followed, (seat) => delivery.state.table[seat] === null)
    else
      for (const event of delivery.events)
        if (event.type === 'SeatLeft') unseat(followed, (seat) => seat === event.seat)
  }

  const begin = (matchId: MatchId): Followed => {
    const followers: Followed['followers'] = new Map()
    const feed = matchFeed({
      matchId,
      bus,
      routed,
      clock,
      deadlines,
      inTurn: silentInTurn,
      requestMs: settings.LIVE_REQUEST_MS,
      asker: () => followers.keys().next().value?.player.playerId ?? null,
      deliver: (delivery) => broadcast(followed, delivery),
      repaired: () => metrics.repairs.inc(),
    })
    const followed: Followed = {
      matchId,
      channel: channels,
      feed,
      followers,
      presence: null,
      rematch: null,
      stop: passOnNews(
        bus,
        matchId,
        () => followed,
        ({ seats }) => {
          for (const [connection, { seat }] of followers)
            if (seat !== null && seats[seat] === 'gone')
              presence.contradict(playerIn(connection, matchId), matchId)
        },
      ),
    }
    // Begins anew after 16 million matches; the ones told under the same numbers have ended long ago by then.
    channels = (channels + 1) % channelsMax
    matches.set(matchId, followed)
    metrics.followed.set(matches.size)
    return followed
  }

  const leave = (connection: Connection, matchId: MatchId) => {
    const follow = connection.follows.get(matchId)
    if (!follow) return
    follow.window?.close()
    connection.follows.delete(matchId)
    if (follow.seat !== null) presence.update(playerIn(connection, matchId), matchId)
    const followed = matches.get(matchId)
    followed?.followers.delete(connection)
    if (!followed || followed.followers.size > 0) return
    followed.feed.close()
    for (const unsubscribe of followed.stop) unsubscribe()
    matches.delete(matchId)
    metrics.followed.set(matches.size)
  }

  /**
   * Whether the socket may follow one match more. One that is over makes room, the one it has followed longest first:
   * nothing but a rematch is told of it any more.
   */
  const hasRoom = (connection: Connection): boolean => {
    if (connection.follows.size < settings.LIVE_FOLLOWS_PER_SOCKET) return true
    for (const matchId of connection.follows.keys()) {
      if (!matches.get(matchId)?.feed.isOver()) continue
      leave(connection, matchId)
      return true
    }
    return false
  }

  /** From now on the socket hears what all hear. */
  const stream = (connection: Connection, follow: Follow, followed: Followed) => {
    follow.state = 'streaming'
    follow.window = null
    if (followed.presence) connection.outbox.send(packet('match.presence', followed.presence))
    if (followed.rematch && followed.rematch.until > clock.now())
      connection.outbox.send(packet('match.rematch', followed.rematch))
  }

  /**
   * Asks the platform how things stand while recording what is delivered meanwhile, hands its answer over, and
   * lets the rest follow without a hole or a double. A newer call for the same follow takes this one's place.
   * A follow that failed is left `resuming` without a window.
   */
  const resume = async (
    connection: Connection,
    follow: Follow,
    request: ClientMessage<'match.follow'>,
    answerWith: (answer: Envelope<Answer<'match.follow'>>) => void,
  ): Promise<void> => {
    const { matchId } = follow
    const followed = matches.get(matchId) ?? begin(matchId)
    followed.followers.set(connection, follow)
    follow.state = 'resuming'
    for (let attempt = 1; attempt <= attemptsAtMost; attempt++) {
      follow.window?.close()
      const window = followed.feed.open()
      follow.window = window
      const player = playerIn(connection, matchId)
      const answer = await routed.request(
        'match.resume',
        { playerId: player.playerId, ...request },
        { timeoutMs: settings.LIVE_REQUEST_MS },
      )
      if (follow.window !== window || connection.follows.get(matchId) !== follow) {
        window.close()
        answerWith(refuse(bodyCode.conflict, 'a newer request took the place of this one'))
        return
      }
      if (answer.code !== bodyCode.ok || !answer.data) {
        window.close()
        follow.window = null
        answerWith({ ...answer, data: null })
        return
      }
      const seq = followed.feed.adopt(answer.data)
      // A socket that signed in or out meanwhile has another seat, or none.
      if (!window.covers(seq) || playerIn(connection, matchId) !== player) continue
      follow.seat = answer.data.seat
      const asGuest = answer.data.seat !== null && player !== connection.player
      answerWith(ok({ ...answer.data, channel: followed.channel, asGuest }))
      presence.update(player, matchId)
      window.after(seq, (deliveries) => {
        if (connection.follows.get(matchId) !== follow || follow.window !== window) return
        for (const delivery of deliveries) transmit(connection, followed, delivery)
        stream(connection, follow, followed)
        if (request.seq !== null) resumed(connection, { matchId, missed: Math.max(0, seq - request.seq) })
      })
      return
    }
    follow.window?.close()
    follow.window = null
    answerWith(refuse(bodyCode.unavailable, 'the match moves on faster than it can be read; try again'))
  }

  const bringBack = async (connection: Connection, follow: Follow) => {
    const { matchId } = follow
    await resume(connection, follow, { matchId, seq: null, unacknowledged: [] }, ({ data }) => {
      const followed = matches.get(matchId)
      if (!data || !followed) return
      transmit(connection, followed, deliveryOf(data))
      resumed(connection, { matchId, missed: null })
    })
    // Nobody waits for an answer here, so it is tried until it succeeds.
    if (follow.window !== null || follow.state !== 'resuming') return
    if (connection.follows.get(matchId) !== follow) return
    follow.state = 'shed'
    shed.add(connection)
  }

  const unsubscribeBeats = bus.subscribe('match.beat', null, (beats) => {
    for (const { matchId, seq, hash } of beats) matches.get(matchId)?.feed.beat(seq, hash)
  })

  return {
    async follow(connection, request, ack) {
      const { matchId } = request
      const known = connection.follows.get(matchId)
      if (!known && !hasRoom(connection))
        return ack(tooMany(fullMs, 'too many matches followed by one socket'))
      const follow: Follow = known ?? { matchId, seat: null, state: 'resuming', window: null }
      connection.follows.set(matchId, follow)
      await resume(connection, follow, request, ack)
      // Refused or unanswered, and not asked again meanwhile: the client decides when to.
      if (follow.window === null && follow.state === 'resuming') leave(connection, matchId)
    },
    unfollow: leave,
    seated(player, matchId, seat) {
      for (const connection of player.connections) {
        const follow = connection.follows.get(matchId)
        if (follow && playerIn(connection, matchId) === player) follow.seat = seat
      }
      presence.update(player, matchId)
    },
    reidentified(connection, before) {
      for (const follow of connection.follows.values()) {
        const { matchId, seat } = follow
        const player = playerIn(before, matchId)
        if (seat === null || playerIn(connection, matchId) === player) continue
        follow.seat = null
        presence.update(player, matchId)
      }
    },
    drop(connection) {
      shed.delete(connection)
      for (const matchId of [...connection.follows.keys()]) leave(connection, matchId)
    },
    refill() {
      for (const connection of shed) {
        // Half the limit, so that the snapshot itself does not push it over again at once.
        if (connection.outbox.queued() > settings.LIVE_QUEUE_SOFT_BYTES / 2) continue
        shed.delete(connection)
        for (const follow of connection.follows.values()) {
          if (follow.state === 'shed') void bringBack(connection, follow)
        }
      }
    },
    askAbout(shards) {
      for (const followed of matches.values())
        if (shards.has(shardOfMatch(followed.matchId)) && !followed.feed.isOver())
          void inTurn(followed.feed.inquire)
    },
    isGoingOn: (matchId) => matches.get(matchId)?.feed.isOver() === false,
    behind(connection, matchId, seq) {
      const told = connection.follows.has(matchId) ? (matches.get(matchId)?.feed.seq() ?? 0) : 0
      return Math.max(0, told - seq)
    },
    standOf: (connection, matchId) =>
      connection.follows.get(matchId)?.state === 'streaming'
        ? (matches.get(matchId)?.feed.stand() ?? null)
        : null,
    count: () => matches.size,
    close() {
      unsubscribeBeats()
      for (const { feed, stop } of matches.values()) {
        feed.close()
        for (const unsubscribe of stop) unsubscribe()
      }
      matches.clear()
    },
  }
}
