import { bodyCode, type Envelope, ok, refuse } from '@minefall/shared/contracts'
import type { Answer, ClientMessage, ClientMessageName } from '@minefall/shared/contracts/live'
import type { MatchId } from '@minefall/shared/game'
import { traced } from '@minefall/shared/node'
import { type Connection, type Player, playerIn } from './connection.ts'
import type { Follows } from './follows.ts'
import type { Ground } from './ground.ts'
import { tooCrowded } from './guest-turns.ts'
import type { Identities } from './identities.ts'
import type { AskAsStored } from './keep-guests.ts'
import type { Lobby } from './lobby.ts'
import type { Lookups } from './lookups.ts'
import { packet } from './packet.ts'
import type { Tv } from './tv.ts'
import type { Watchers } from './watchers.ts'

/** Answers with the message's data, or with how long to wait. */
export type Ack<N extends ClientMessageName> = (
  answer: Envelope<Answer<N>> | Envelope<{ seconds: number }>,
) => void

/** What each message does, once its shape, size and rate are known to be fine. Each calls `ack` exactly once. */
export type Handlers = {
  [N in ClientMessageName]: (
    connection: Connection,
    payload: ClientMessage<N>,
    ack: Ack<N>,
  ) => Promise<void> | void
}

export type ArenaHandlers = Pick<Handlers, Extract<ClientMessageName, `arena.${string}`>>
export type ChatHandlers = Pick<Handlers, Extract<ClientMessageName, `chat.${string}`>>

type HandlersOptions = Ground & {
  follows: Follows
  lookups: Lookups
  identities: Identities
  askAsStored: AskAsStored
  lobby: Lobby
  tv: Tv
  watchers: Watchers
  arenas: ArenaHandlers
  chat: ChatHandlers
}

export const handlers = (options: HandlersOptions): Handlers => {
  const { bus, routed, clock, edge, waiting, metrics, tracer } = options
  const { follows, lookups, identities, askAsStored, lobby, tv, watchers, arenas, chat } = options
  /** Where a socket comes from, for anyone who gives seats. */
  const fromOf = ({ arrival, deviceId }: Connection) => ({ addressGroup: arrival.address, deviceId })
  const heldBy = (connection: Connection) => ({ session: connection.session, from: fromOf(connection) })
  /** Refuses or holds back what is said in a match that may have to be looked up. */
  const lookedUp =
    <P extends { matchId: MatchId }, A extends (refusal: Envelope<{ seconds: number }>) => void>(
      say: (connection: Connection, payload: P, ack: A) => void,
    ) =>
    (connection: Connection, payload: P, ack: A): Promise<void> | void => {
      const { matchId } = payload
      const player = playerIn(connection, matchId)
      if (!lookups.isNeeded(player, matchId)) return say(connection, payload, ack)
      const refused = lookups.take(player, matchId)
      if (refused) return ack(refused)
      return lookups.turn(connection, matchId).then((isTurn) => {
        if (isTurn) say(connection, payload, ack)
        else ack(tooCrowded)
      })
    }
  return {
    'clock.ping'(connection, { sentAt, roundTripMs, gaps, jitterMs, resumes, unacknowledged, seen }, ack) {
      const stand = seen ? follows.standOf(connection, seen.matchId) : null
      const count = stand && connection.readsNews ? watchers.of(stand.matchId) : 0
      const match = stand && count > 0 ? { ...stand, watchers: count } : stand
      ack(ok({ sentAt, serverAt: clock.now(), ...(match ? { match } : {}) }))
      connection.pace(seen !== undefined)
      if (gaps !== undefined) metrics.gaps.inc(gaps)
      if (resumes !== undefined) metrics.resumes.inc(resumes)
      connection.reported = {
        jitterMs: jitterMs ?? connection.reported.jitterMs,
        unacknowledged: unacknowledged ?? 0,
        seqLag: seen ? follows.behind(connection, seen.matchId, seen.seq) : 0,
      }
      if (roundTripMs !== undefined) connection.noteRoundTrip(roundTripMs)
    },
    async 'session.use'(connection, { token }, ack) {
      const { player: before } = connection
      ack(await identities.use(connection, token))
      const { count } = connection.player.unread
      if (count !== before.unread.count) connection.outbox.send(packet('chat.unread', { count }))
    },
    async 'lobby.watch'(connection, _payload, ack) {
      ack(ok(await lobby.watch(connection)))
    },
    'lobby.unwatch'(connection, _payload, ack) {
      lobby.unwatch(connection)
      ack(ok(null))
    },
    'tv.watch'(connection, _payload, ack) {
      tv.watch(connection)
      ack(ok(null))
    },
    'tv.unwatch'(connection, _payload, ack) {
      tv.unwatch(connection)
      ack(ok(null))
    },
    async 'lobby.find'(connection, payload, ack) {
      const refused = connection.player.allowance.take('sits')
      if (refused) return ack(refused)
      const find = ({ playerId }: Player) =>
        routed.request('lobby.find', { playerId, ...payload, from: fromOf(connection) }, waiting)
      ack(await askAsStored(connection, () => connection.player, find))
    },
    async 'lobby.host'(connection, payload, ack) {
      const refused = connection.player.allowance.take('hosts')
      if (refused) return ack(refused)
      const host = ({ playerId }: Player) =>
        routed.request('lobby.host', { playerId, ...payload, ...heldBy(connection) }, waiting)
      ack(await askAsStored(connection, () => connection.player, host))
    },
    async 'match.sit'(connection, payload, ack) {
      const whom = () => playerIn(connection, payload.matchId)
      const refused = whom().allowance.take('sits') ?? lookups.take(whom(), payload.matchId)
      if (refused) return ack(refused)
      const sit = async (player: Player) => {
        const { playerId } = player
        const request = { playerId, edge, ...payload, ...heldBy(connection) }
        const answer = await routed.request('match.sit', request, waiting)
        if (answer.code === bodyCode.ok && answer.data) {
          // Signed in since: it plays on with the seat of its guest, which is known only now.
          if (whom() !== player) await identities.askAgain(connection)
          follows.seated(player, answer.data.matchId, answer.data.seat)
        }
        return answer
      }
      ack(await askAsStored(connection, whom, sit))
    },
    'match.reveal': lookedUp((connection, payload, ack) => {
      const { playerId } = playerIn(connection, payload.matchId)
      routed.ask('match.reveal', { playerId, ...payload }, ack, waiting)
    }),
    'match.open': lookedUp((connection, payload, ack) => {
      const { playerId } = playerIn(connection, payload.matchId)
      const [roundTripMs, until] = [connection.roundTrip.median(), clock.now() + waiting.timeoutMs]
      traced(tracer, 'match.open', ack, (heard) =>
        routed.ask('match.open', { playerId, roundTripMs, until, ...payload }, heard, waiting),
      )
    }),
    'match.link': lookedUp((connection, payload, ack) => {
      const { playerId } = playerIn(connection, payload.matchId)
      routed.ask('match.link', { playerId, ...payload }, ack, waiting)
    }),
    'match.leave': lookedUp((connection, payload, ack) => {
      const { playerId } = playerIn(connection, payload.matchId)
      routed.ask('match.leave', { playerId, ...payload }, ack, waiting)
    }),
    'match.follow': follows.follow,
    'match.unfollow'(connection, { matchId }, ack) {
      follows.unfollow(connection, matchId)
      ack(ok(null))
    },
    'match.emote'(connection, { matchId, emote }, ack) {
      const seat = connection.follows.get(matchId)?.seat ?? null
      if (seat === null) return ack(refuse(bodyCode.notSeated, 'only those with a seat may send emotes'))
      const refused = playerIn(connection, matchId).allowance.take('emotes')
      if (refused) return ack(refused)
      bus.publish('match.emote', matchId, { matchId, seat, emote })
      ack(ok(null))
    },
    'match.rematch': lookedUp(({ session, player }, payload, ack) => {
      const { playerId } = player
      routed.ask('match.rematch', { playerId, ...payload, session }, ack, waiting)
    }),
    ...arenas,
    ...chat,
  }
}
