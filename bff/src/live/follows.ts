import {
  type Answer,
  bodyCode,
  type ClientMessage,
  channelsMax,
  type Envelope,
  encodeMove,
  ok,
  refuse,
  type ServerMessage,
} from '@minefall/shared/contracts'
import type { MatchId } from '@minefall/shared/game'
import type { Unsubscribe } from '@minefall/shared/node'
import { shardOfMatch } from '@minefall/shared/shards'
import {
  type Connection,
  type Follow,
  type Identification,
  type Player,
  playerIn,
  type Resuming,
} from './connection.ts'
import type { Ground } from './ground.ts'
import {
  type Delivery,
  deliveryOf,
  endOf,
  type MatchFeed,
  matchFeed,
  type Stand,
  tail,
} from './match-feed.ts'
import { type Packet, packet } from './packet.ts'
import type { PresenceReporter } from './presence.ts'
import { tooMany } from './token-bucket.ts'
import { fewAtOnce } from './turnstile.ts'

type FollowsOptions = Ground & {
  presence: PresenceReporter
  /** A socket has caught up; how many events it had missed, null where that is not known. */
  resumed: (connection: Connection, what: { matchId: MatchId; missed: number | null }) => void
}

/** A match that somebody follows here. */
type Followed = {
  readonly matchId: MatchId
  /** What its ordinary moves are told under; no two matches have the same one at a time. */
  readonly channel: number
  readonly feed: MatchFeed
  readonly followers: Map<Connection, Follow>
  /** The latest of those messages that say how things are, for whoever joins later: packets would keep the pool they are from. */
  presence: ServerMessage<'match.presence'> | null
  rematch: ServerMessage<'match.rematch'> | null
  readonly stops: readonly Unsubscribe[]
}

/** Matches that are asked about at a time after their owner has changed: moves come first there. */
const questionsAtMost = 8
/** Silent matches that are asked about at a time, so that the end of an outage of every match is no storm. */
const silentAtMost = 200
/** When a socket that follows too many matches may ask again, in milliseconds: one of them may be over by then. */
const fullMs = 10_000
/** How often a resume is asked again when its answer came too late to join what happened meanwhile. */
const attemptsAtMost = 3

/** What happened in a match as its followers are told it, encoded once for all of them. */
const packetOf = ({ matchId, channel }: Followed, delivery: Delivery): Packet => {
  if (delivery.kind === 'snapshot')
    return packet('match.snapshot', { state: delivery.state, hash: delivery.hash })
  const { seq, events } = delivery
  const move = encodeMove(channel, seq, events)
  return move === null ? packet('match.events', { matchId, seq, events }) : packet('m', move)
}

/** Tells all who stream the match. */
const tell = ({ followers }: Followed, told: Packet) => {
  for (const [connection, { state }] of followers) if (state === 'streaming') connection.outbox.send(told)
}

/**
 * Whether what was delivered meanwhile goes on from `seq` without a hole, when the feed stands at `position` now. If
 * not, the answer that led up to `seq` is too old.
 */
const goesOn = (meanwhile: readonly Delivery[], seq: number, position: number): boolean => {
  const [first] = meanwhile
  if (!first) return seq >= position
  return first.kind === 'snapshot' || first.seq <= seq + 1
}

export type Follows = ReturnType<typeof follows>

/** Which sockets follow which matches: subscribes once a match, fans out, resumes, sheds slow readers. */
export const follows = (options: FollowsOptions) => {
  const { bus, routed, clock, settings, metrics, waiting, presence, resumed } = options
  const matches = new Map<MatchId, Followed>()
  const shed = new Set<Connection>()
  const inTurn = fewAtOnce(questionsAtMost)
  const silentInTurn = fewAtOnce(silentAtMost)
  let channels = 0

  const transmit = (connection: Connection, followed: Followed, delivery: Delivery) => {
    connection.outbox.send(packetOf(followed, delivery))
    metrics.deliveries.inc()
  }

  /** Lets the socket hear what all hear, once the feed has got to where its answer led: the rest without a hole or a double. */
  const join = (connection: Connection, follow: Follow, followed: Followed) => {
    const { matchId, feed } = followed
    const { asked, answered, meanwhile } = follow.resume ?? { answered: null }
    if (answered === null || (feed.seq() ?? 0) < answered) return
    follow.state = 'streaming'
    follow.resume = null
    let reached = answered
    for (const delivery of meanwhile) {
      const next = tail(delivery, reached)
      if (!next) continue
      transmit(connection, followed, next)
      reached = endOf(next)
    }
    const { presence: seats, rematch } = followed
    if (seats) connection.outbox.send(packet('match.presence', seats))
    if (rematch && rematch.until > clock.now()) connection.outbox.send(packet('match.rematch', rematch))
    if (asked !== null) resumed(connection, { matchId, missed: Math.max(0, answered - asked) })
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
      if (follow.resume) {
        follow.resume.meanwhile.push(delivery)
        join(connection, follow, followed)
        continue
      }
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
      ...options,
      matchId,
      inTurn: silentInTurn,
      asker: () => followers.keys().next().value?.player.playerId ?? null,
      deliver: (delivery) => broadcast(followed, delivery),
    })
    const stops = [
      feed.close,
      bus.subscribe('match.presence', matchId, (message) => {
        followed.presence = message
        tell(followed, packet('match.presence', message))
        for (const [connection, { seat }] of followers)
          if (seat !== null && message.seats[seat] === 'gone')
            presence.contradict(playerIn(connection, matchId), matchId)
      }),
      bus.subscribe('match.emote', matchId, (message) => tell(followed, packet('match.emote', message))),
      bus.subscribe('match.rematch', matchId, (message) => {
        followed.rematch = message
        tell(followed, packet('match.rematch', message))
      }),
    ]
    const followed: Followed = {
      ...{ matchId, channel: channels, feed, followers, stops },
      ...{ presence: null, rematch: null },
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
    connection.follows.delete(matchId)
    if (follow.seat !== null) presence.update(playerIn(connection, matchId), matchId)
    const followed = matches.get(matchId)
    followed?.followers.delete(connection)
    if (!followed || followed.followers.size > 0) return
    for (const stop of followed.stops) stop()
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

  /**
   * Asks the platform how things stand while recording what is delivered meanwhile, hands its answer over, and lets the
   * socket join. A newer call for the same follow takes this one's place. False where it failed, and none did.
   */
  const resume = async (
    connection: Connection,
    follow: Follow,
    request: ClientMessage<'match.follow'>,
    answerWith: (answer: Envelope<Answer<'match.follow'>>) => void,
  ): Promise<boolean> => {
    const { matchId } = follow
    const followed = matches.get(matchId) ?? begin(matchId)
    followed.followers.set(connection, follow)
    follow.state = 'resuming'
    for (let attempt = 1; attempt <= attemptsAtMost; attempt++) {
      const resuming: Resuming = { asked: request.seq, meanwhile: [], answered: null }
      follow.resume = resuming
      const player = playerIn(connection, matchId)
      const answer = await routed.request('match.resume', { playerId: player.playerId, ...request }, waiting)
      if (follow.resume !== resuming || connection.follows.get(matchId) !== follow) {
        answerWith(refuse(bodyCode.conflict, 'a newer request took the place of this one'))
        return true
      }
      if (answer.code !== bodyCode.ok || !answer.data) {
        answerWith({ ...answer, data: null })
        return false
      }
      const seq = followed.feed.adopt(answer.data)
      const isWhole = goesOn(resuming.meanwhile, seq, followed.feed.seq() ?? 0)
      // A socket that signed in or out meanwhile has another seat, or none.
      if (!isWhole || playerIn(connection, matchId) !== player) continue
      const { seat } = answer.data
      follow.seat = seat
      const asGuest = seat !== null && player !== connection.player
      answerWith(ok({ ...answer.data, channel: followed.channel, asGuest }))
      presence.update(player, matchId)
      resuming.answered = seq
      join(connection, follow, followed)
      return true
    }
    answerWith(refuse(bodyCode.unavailable, 'the match moves on faster than it can be read; try again'))
    return false
  }

  const bringBack = async (connection: Connection, follow: Follow) => {
    const { matchId } = follow
    const request = { matchId, seq: null, unacknowledged: [] }
    const isIn = await resume(connection, follow, request, ({ data }) => {
      const followed = matches.get(matchId)
      if (!data || !followed) return
      transmit(connection, followed, deliveryOf(data))
      resumed(connection, { matchId, missed: null })
    })
    // Nobody waits for an answer here, so it is tried until it succeeds.
    if (isIn) return
    follow.resume = null
    follow.state = 'shed'
    shed.add(connection)
  }

  const unsubscribeBeats = bus.subscribe('match.beat', null, (beats) => {
    for (const { matchId, seq, hash } of beats) matches.get(matchId)?.feed.beat(seq, hash)
  })

  return {
    async follow(
      connection: Connection,
      request: ClientMessage<'match.follow'>,
      ack: (answer: Envelope<Answer<'match.follow'>> | Envelope<{ seconds: number }>) => void,
    ): Promise<void> {
      const { matchId } = request
      const known = connection.follows.get(matchId)
      if (!known && !hasRoom(connection))
        return ack(tooMany(fullMs, 'too many matches followed by one socket'))
      const follow: Follow = known ?? { matchId, seat: null, state: 'resuming', resume: null }
      connection.follows.set(matchId, follow)
      // Refused or unanswered, the client decides when to ask again.
      if (!(await resume(connection, follow, request, ack))) leave(connection, matchId)
    },
    unfollow: leave,
    /** The player sat down: their sockets that follow the match hold the seat from now on. */
    seated(player: Player, matchId: MatchId, seat: number | null): void {
      for (const connection of player.connections) {
        const follow = connection.follows.get(matchId)
        if (follow && playerIn(connection, matchId) === player) follow.seat = seat
      }
      presence.update(player, matchId)
    },
    /** The socket is somebody else since: it has none of the seats that it had before. It learns its own by following. */
    reidentified(connection: Connection, before: Pick<Identification, 'player' | 'guestSeat'>): void {
      for (const follow of connection.follows.values()) {
        const { matchId, seat } = follow
        const player = playerIn(before, matchId)
        if (seat === null || playerIn(connection, matchId) === player) continue
        follow.seat = null
        presence.update(player, matchId)
      }
    },
    /** Forgets all a socket follows, when it is gone. */
    drop(connection: Connection): void {
      shed.delete(connection)
      for (const matchId of [...connection.follows.keys()]) leave(connection, matchId)
    },
    /** Brings back sockets that have drained. */
    refill(): void {
      for (const connection of shed) {
        // Half the limit, so that the snapshot itself does not push it over again at once.
        if (connection.outbox.queued() > settings.LIVE_QUEUE_SOFT_BYTES / 2) continue
        shed.delete(connection)
        for (const follow of connection.follows.values())
          if (follow.state === 'shed') void bringBack(connection, follow)
      }
    },
    /** Finds out how the matches in these shards stand: they have another owner since, or the bus was away. */
    askAbout(shards: ReadonlySet<number>): void {
      for (const { matchId, feed } of matches.values())
        if (shards.has(shardOfMatch(matchId)) && !feed.isOver()) void inTurn(feed.inquire)
    },
    /** Whether somebody here follows the match, and has not been told of its end. */
    isGoingOn: (matchId: MatchId): boolean => matches.get(matchId)?.feed.isOver() === false,
    /** How many events of the match it was told of and has not seen, when the last that it saw is `seq`. */
    behind(connection: Connection, matchId: MatchId, seq: number): number {
      const told = connection.follows.has(matchId) ? (matches.get(matchId)?.feed.seq() ?? 0) : 0
      return Math.max(0, told - seq)
    },
    /** How a match stands that is streamed to it; null where that is not known for sure. */
    standOf: (connection: Connection, matchId: MatchId): Stand | null =>
      connection.follows.get(matchId)?.state === 'streaming'
        ? (matches.get(matchId)?.feed.stand() ?? null)
        : null,
    close(): void {
      unsubscribeBeats()
      for (const { stops } of matches.values()) for (const stop of stops) stop()
      matches.clear()
    },
  }
}
