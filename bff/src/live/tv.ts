import { bodyCode } from '@minefall/shared/contracts'
import { type TvPicture, tvTile } from '@minefall/shared/contracts/live'
import { evolve, isIn, type MatchId, type MatchState } from '@minefall/shared/game'
import { isRecent } from '../lately.ts'
import type { Connection } from './connection.ts'
import type { Ground } from './ground.ts'
import { type Delivery, type MatchFeed, matchFeed } from './match-feed.ts'
import { type Packet, packet } from './packet.ts'

/** Pictures come no quicker than this, in milliseconds: a match of robots costs no more than one of people. */
const paceMs = 300
/** So many sockets get the picture in one turn of the event loop, and a player's move waits for no more than these. */
const atOnce = 50

/** A clue that says nothing: of mines, and of blind tables. */
const noClue = 255

const tilesOf = ({ board, pick, rules }: MatchState): string => {
  const shown = Array.from({ length: rules.w * rules.h }, (_, tile): string => {
    const open = board?.tiles[tile]
    if (!open) return pick?.tile === tile ? tvTile.picked : tvTile.closed
    if (open.mine) return tvTile.mine
    return open.clue === noClue ? tvTile.blind : String(open.clue)
  })
  return shown.join('')
}

const winnersOf = ({ result }: MatchState): TvPicture['winners'] => {
  if (!result) return null
  return result.outcome === 'settled' ? result.payouts.map(({ seat }) => seat) : []
}

/** What everyone may see of a match now. */
const pictureOf = (state: MatchState, watchers: number): TvPicture => {
  const { matchId, gameId, asset, stake, rules, table, turn, moves, board } = state
  const last = moves.at(-1)
  return {
    ...{ matchId, gameId, asset, stake, watchers },
    columns: rules.w,
    rows: rules.h,
    tiles: tilesOf(state),
    seats: table.flatMap((held) => (held ? [{ ...held.player, seat: held.seat, out: !isIn(held) }] : [])),
    turn: turn && { seat: turn.seat, at: turn.at, deadline: turn.deadline },
    last: last?.board === board?.board && last ? { seat: last.seat, tile: last.tile, mine: last.mine } : null,
    winners: winnersOf(state),
  }
}

type Shown = { matchId: MatchId; feed: MatchFeed; state: MatchState | null }

export type Tv = ReturnType<typeof tv>

/**
 * The match that is on TV, followed once for all who watch it here, for as long as anyone does, and up to a second more.
 * They get whole pictures, encoded once and a few sockets at a time, so that nothing is kept for one who reads slowly: it
 * gets the next picture.
 */
export const tv = (ground: Ground, watchersOf: (matchId: MatchId) => number) => {
  const { bus, clock, routed, settings, waiting, metrics } = ground
  const watching = new Set<Connection>()
  let on: MatchId | null = null
  let shown: Shown | null = null
  let closed = false
  /** Those who have yet to get the latest picture; null while no round goes on. */
  let round: Connection[] | null = null
  /** Whether it has changed since the last round began. */
  let isNew = false
  let shownAt = Number.NEGATIVE_INFINITY
  let cancelPace: (() => void) | null = null
  /** The picture of a state, for all who come while that is the latest. */
  let latest: { state: MatchState | null; told: Packet } | null = null

  const picture = (): Packet => {
    const state = shown?.state ?? null
    if (!latest || latest.state !== state) {
      const told = packet('match.tv', { picture: state && pictureOf(state, watchersOf(state.matchId)) })
      latest = { state, told }
    }
    return latest.told
  }

  const showSome = (told: Packet): void => {
    if (closed || !round) return
    for (const { closing, outbox } of round.splice(0, atOnce))
      if (!closing && outbox.queued() <= settings.LIVE_QUEUE_SOFT_BYTES) outbox.send(told)
    if (round.length > 0) {
      setImmediate(showSome, told)
      return
    }
    round = null
    if (isNew) show()
  }

  /** Shows everyone what there is now: after the moves of this turn of the event loop, and in pace. */
  const show = (): void => {
    isNew = true
    if (round || cancelPace || closed) return
    const now = clock.now()
    if (isRecent(shownAt, now, paceMs)) {
      cancelPace = clock.after(shownAt + paceMs - now, () => {
        cancelPace = null
        show()
      })
      return
    }
    isNew = false
    shownAt = now
    round = [...watching]
    setImmediate(showSome, picture())
  }

  /** Whether those who watch see nothing. */
  const isBlank = () => latest === null || latest.state === null

  const leave = () => {
    shown?.feed.close()
    shown = null
  }

  /** Follows what is on; where that fails, the next word of what is on tries again. */
  const follow = async (matchId: MatchId) => {
    const deliver = (delivery: Delivery) => {
      if (shown !== own) return
      try {
        own.state =
          delivery.kind === 'snapshot'
            ? delivery.state
            : own.state && delivery.events.reduce((state, event) => evolve(state, event), own.state)
      } catch {
        // Another release wrote what can't be folded here: it is read whole once more.
        leave()
        return
      }
      show()
    }
    const asker = () => watching.values().next().value?.player.playerId ?? null
    const own: Shown = {
      matchId,
      state: null,
      feed: matchFeed({ ...ground, matchId, inTurn: (run) => run(), asker, deliver }),
    }
    shown = own
    const playerId = asker()
    const request = { playerId: playerId ?? '', matchId, seq: null, unacknowledged: [] }
    const { code, data } = await routed.request('match.resume', request, waiting)
    if (shown !== own) return
    if (code !== bodyCode.ok || data?.catchUp.kind !== 'snapshot') {
      leave()
      return
    }
    own.state = data.catchUp.state
    own.feed.adopt(data)
    show()
  }

  const look = () => {
    if (on !== null && shown?.matchId === on && watching.size > 0) return
    leave()
    if (watching.size === 0) {
      latest = null
      return
    }
    if (on !== null) void follow(on)
    else if (!isBlank()) show()
  }

  const unsubscribe = bus.subscribe('lobby.tv', null, ({ matchId }) => {
    on = matchId
    look()
  })

  return {
    /** From now on the connection gets each picture, the latest at once. */
    watch(connection: Connection): void {
      if (connection.closing || watching.has(connection)) return
      watching.add(connection)
      metrics.watchingTv.set(watching.size)
      if (shown?.state) connection.outbox.send(picture())
      else look()
    },
    unwatch(connection: Connection): void {
      // The match is followed until it is next told what is on: turning it off and on asks for nothing.
      if (watching.delete(connection)) metrics.watchingTv.set(watching.size)
    },
    /** The match that is shown, and how many watch it here. */
    audience: (): [MatchId, number] | null =>
      shown?.state && watching.size > 0 ? [shown.matchId, watching.size] : null,
    close(): void {
      closed = true
      cancelPace?.()
      leave()
      unsubscribe()
    },
  }
}
