import { bodyCode, type Envelope, ok, refuse } from '@minefall/shared/contracts'
import { type Answer, type ClientMessage, channelsMax } from '@minefall/shared/contracts/live'
import type { MatchId } from '@minefall/shared/game'
import { turnstile } from '@minefall/shared/node'
import { shardOfMatch } from '@minefall/shared/shards'
import { tooMany } from '../edge/token-bucket.ts'
import { type Connection, type Identification, type Player, playerIn } from './connection.ts'
import { type FollowedMatch, followedMatch } from './followed.ts'
import type { Ground } from './ground.ts'
import { tooCrowded } from './guest-turns.ts'
import type { Lookups } from './lookups.ts'
import { type Delivery, deliveryOf, type Follow, type Resuming, type Stand } from './match-feed.ts'

/** Matches resumed at a time after their owner has changed: moves come first there. */
const questionsAtMost = 8
/** Silent matches resumed at a time, so that the end of an outage is no storm. */
const silentAtMost = 200
/** When a socket that follows too many matches may retry, in milliseconds. */
const fullMs = 10_000
/** Retries of a resume whose answer came too late to join the stream. */
const attemptsAtMost = 3

/**
 * Whether the stream, now at `position`, continues from `seq` without a hole. If not, the answer that led to `seq`
 * is too old.
 */
const goesOn = (arrived: readonly Delivery[], seq: number, position: number): boolean => {
  const [first] = arrived
  if (!first) return seq >= position
  return first.kind === 'snapshot' || first.seq <= seq + 1
}

export type Follows = ReturnType<typeof follows>

/** Which sockets follow which matches: subscribes once a match, resumes, brings back slow readers. */
export const follows = (
  options: Ground & Pick<Parameters<typeof followedMatch>[0], 'presence' | 'resumed'> & { lookups: Lookups },
) => {
  const { bus, routed, settings, metrics, waiting, presence, resumed, lookups } = options
  const matches = new Map<MatchId, FollowedMatch>()
  const shed = new Set<Connection>()
  const inTurn = turnstile<''>({ atOnce: questionsAtMost })
  const silentInTurn = turnstile<''>({ atOnce: silentAtMost })
  let channels = 0

  const begin = (matchId: MatchId): FollowedMatch => {
    const followed = followedMatch({
      ...{ ...options, matchId, channel: channels, inTurn: (run) => silentInTurn('', run) },
      shed: (connection) => void shed.add(connection),
    })
    // Wraps around after 16 million matches; earlier ones under the same number have ended.
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
    followed.close()
    matches.delete(matchId)
    metrics.followed.set(matches.size)
  }

  /**
   * Whether the socket may follow another match. An ended one makes room, the oldest first: only a rematch could
   * still come there.
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

  const takeTurn = async (connection: Connection, follow: Follow): Promise<boolean> => {
    follow.turn ??= lookups.turn(connection, follow.matchId)
    const isTurn = await follow.turn
    follow.turn = null
    return isTurn
  }

  /**
   * Asks the platform for the match while recording the stream, passes its answer on, and lets the socket join. A
   * newer call for the same follow replaces this one. False if it failed without being replaced.
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
      const resuming: Resuming = { asked: request.seq, arrived: [], answered: null }
      follow.resume = resuming
      const player = playerIn(connection, matchId)
      const isTurn = !lookups.isNeeded(player, matchId) || (await takeTurn(connection, follow))
      const isCurrent = () => follow.resume === resuming && connection.follows.get(matchId) === follow
      const answer =
        isTurn && isCurrent()
          ? await routed.request('match.resume', { playerId: player.playerId, ...request }, waiting)
          : tooCrowded
      if (!isCurrent()) {
        answerWith(refuse(bodyCode.conflict, 'a newer request took the place of this one'))
        return true
      }
      if (answer.code !== bodyCode.ok || !answer.data) {
        answerWith({ ...answer, data: null })
        return false
      }
      const seq = followed.feed.adopt(answer.data)
      const isWhole = goesOn(resuming.arrived, seq, followed.feed.seq() ?? 0)
      // A socket that signed in or out since then has another seat, or none.
      if (!isWhole || playerIn(connection, matchId) !== player) continue
      const { seat } = answer.data
      follow.seat = seat
      const asGuest = seat !== null && player !== connection.player
      answerWith(ok({ ...answer.data, channel: followed.channel, asGuest }))
      presence.update(player, matchId)
      resuming.answered = seq
      followed.join(connection, follow)
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
      followed.transmit(connection, deliveryOf(data))
      resumed(connection, { matchId, missed: null })
    })
    // No one waits for this answer, so it is retried until it succeeds.
    if (isIn) return
    follow.resume = null
    follow.state = 'shed'
    shed.add(connection)
  }

  const unsubscribeBeats = bus.subscribe('match.beat', null, (beats, shard) => {
    lookups.heard(shard ?? '', beats)
    for (const { matchId, seq, hash } of beats) matches.get(matchId)?.feed.beat(seq, hash)
  })

  return {
    async follow(
      connection: Connection,
      request: ClientMessage<'match.follow'>,
      ack: (answer: Envelope<Answer<'match.follow'>> | Envelope<{ seconds: number }>) => void,
    ): Promise<void> {
      const { matchId } = request
      const refused = lookups.take(playerIn(connection, matchId), matchId)
      if (refused) return ack(refused)
      const known = connection.follows.get(matchId)
      if (!known && !hasRoom(connection))
        return ack(tooMany(fullMs, 'too many matches followed by one socket'))
      const follow: Follow = known ?? { matchId, seat: null, state: 'resuming', resume: null, turn: null }
      connection.follows.set(matchId, follow)
      // After a refusal the client decides when to retry.
      if (!(await resume(connection, follow, request, ack))) leave(connection, matchId)
    },
    unfollow: leave,
    /** The player sat down: their sockets that follow the match now hold the seat. */
    seated(player: Player, matchId: MatchId, seat: number | null): void {
      for (const connection of player.connections) {
        const follow = connection.follows.get(matchId)
        if (follow && playerIn(connection, matchId) === player) follow.seat = seat
      }
      presence.renew(player, matchId)
    },
    /** The socket changed its player and lost its seats; it learns the new ones by following. */
    reidentified(connection: Connection, before: Pick<Identification, 'player' | 'guestSeat'>): void {
      for (const follow of connection.follows.values()) {
        const { matchId, seat } = follow
        const player = playerIn(before, matchId)
        // The turn was the guest’s that it was: an account waits for none.
        follow.turn = null
        if (seat === null || playerIn(connection, matchId) === player) continue
        follow.seat = null
        presence.update(player, matchId)
      }
    },
    drop(connection: Connection): void {
      shed.delete(connection)
      for (const matchId of [...connection.follows.keys()]) leave(connection, matchId)
    },
    refill(): void {
      for (const connection of shed) {
        // Half the limit, so that the snapshot does not exceed it again at once.
        if (connection.outbox.queued() > settings.LIVE_QUEUE_SOFT_BYTES / 2) continue
        shed.delete(connection)
        for (const follow of connection.follows.values())
          if (follow.state === 'shed') void bringBack(connection, follow)
      }
    },
    /** Resumes the matches in these shards: their owner changed, or the bus was away. */
    askAbout(shards: ReadonlySet<number>): void {
      for (const [matchId, { feed }] of matches)
        if (shards.has(shardOfMatch(matchId)) && !feed.isOver()) void inTurn('', feed.inquire)
    },
    /** Whether someone here follows the match, and its end was not delivered yet. */
    isGoingOn: (matchId: MatchId): boolean => matches.get(matchId)?.feed.isOver() === false,
    /** How many sockets follow which matches without a seat. */
    watching(): Map<MatchId, number> {
      const counts = new Map<MatchId, number>()
      for (const [matchId, { followers }] of matches) {
        let count = 0
        for (const { seat } of followers.values()) if (seat === null) count += 1
        if (count > 0) counts.set(matchId, count)
      }
      return counts
    },
    /** Events of the match delivered here that a client at `seq` has not seen. */
    behind(connection: Connection, matchId: MatchId, seq: number): number {
      const told = connection.follows.has(matchId) ? (matches.get(matchId)?.feed.seq() ?? 0) : 0
      return Math.max(0, told - seq)
    },
    /** The position of a match streamed to it; null if not known for sure. */
    standOf: (connection: Connection, matchId: MatchId): Stand | null =>
      connection.follows.get(matchId)?.state === 'streaming'
        ? (matches.get(matchId)?.feed.stand() ?? null)
        : null,
    close(): void {
      unsubscribeBeats()
      for (const followed of matches.values()) followed.close()
      matches.clear()
    },
  }
}
