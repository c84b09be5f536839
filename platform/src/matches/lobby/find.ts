import { type Envelope, ok } from '@minefall/shared/contracts'
import type { BusRequest } from '@minefall/shared/contracts/bus'
import type { Answer } from '@minefall/shared/contracts/live'
import { matchIdSchema, type PlayerView } from '@minefall/shared/game'
import { announcePresence } from '../host/announce.ts'
import { answer, sit } from '../host/commands.ts'
import type { LiveMatch } from '../host/live-match.ts'
import { outcomeKey, seatOfHolder } from '../host/record.ts'
import { type MatchRefusal, refused } from '../refusals.ts'
import type { World } from '../world.ts'
import { askedFrom, readSeeker } from './apart.ts'
import { foundOf, hasRoomFor, queueKey } from './gathering.ts'
import { announceGathering, gatheringOf } from './gathering-news.ts'
import type { Hosted } from './host.ts'
import { nameOf, type Queue } from './open-match.ts'
import { playerOf, type SeatedAt, type SeatSeeker, seatedOf } from './players.ts'
import type { Gather } from './queue.ts'
import { refusedSeat, refuseStake, refuseUntrusted } from './stake-refusal.ts'

type Found = Envelope<Answer<'lobby.find'>>

/** Why no one like this player sits at this table; null when they may. */
const notFor = (world: World, player: PlayerView, gameId: string): MatchRefusal | null =>
  player.kind === 'guest' && !world.tables.get(gameId)?.guests ? 'login-required' : null

const refusePaused = ({ pausedUntil }: SeatSeeker): Envelope<never> | null =>
  pausedUntil === null ? null : refused('paused', { until: pausedUntil })

type Admitted =
  | { refusal: Envelope<never> }
  | { refusal: null; queue: Queue; player: PlayerView; seatedAt: SeatedAt | null }

/** Whether someone may ask for a seat of a queue at all, and where they sit now. */
const admit = async (
  world: World,
  { playerId, gameId, stake, asset, from }: BusRequest<'lobby.find'>,
): Promise<Admitted> => {
  const table = world.tables.get(gameId)
  if (!table) return { refusal: refused('no-such-table') }
  if (!table.isOpen) return { refusal: refused('table-closed') }
  if (!table.stakes.includes(stake) || !table.assets.includes(asset))
    return { refusal: refused('stake-not-offered') }
  const { deviceHash } = askedFrom({ from })
  const known = await playerOf(world.db, { playerId, deviceHash, now: world.clock.now() })
  if (!known) return { refusal: refused('no-such-player') }
  const { player, seatedAt } = known
  const bar = notFor(world, player, gameId)
  if (bar) return { refusal: refused(bar) }
  return { refusal: refusePaused(known), queue: { table, stake, asset }, player, seatedAt }
}

/** Whether where someone sits is a match that gathers for this queue. */
const gathersFor = (queue: Queue, at: SeatedAt): boolean =>
  at.isGathering && queueKey(at.queue) === queueKey(nameOf(queue))

/** Tells which gathering match of a queue is to be sat at, having one opened when there is none. */
export const find = async (
  world: World,
  gather: Gather,
  request: BusRequest<'lobby.find'>,
): Promise<Found> => {
  const admitted = await admit(world, request)
  if (admitted.refusal) return admitted.refusal
  const { queue, seatedAt } = admitted
  if (seatedAt)
    return gathersFor(queue, seatedAt) ? ok(seatedAt.found) : refused('seated-elsewhere', seatedAt.seated)
  const barred = await refuseStake(world, { ...request, isPrivate: false })
  if (barred) return barred
  const { addressGroup } = askedFrom(request)
  const seeker = await readSeeker(world.db, {
    ...{ playerId: request.playerId, asset: queue.asset, addressGroup },
    rated: queue.table.rules.clues,
  })
  const { match, apart } = await gather(queue, seeker)
  if (!match) return refused('unavailable')
  return ok({ ...foundOf(match), ...(apart && { apart }) })
}

/** Tells which private table of a queue is this player's, opening one when there is none. */
export const host = async (
  world: World,
  hosted: (queue: Queue, playerId: string) => Promise<Hosted>,
  request: BusRequest<'lobby.host'>,
): Promise<Found> => {
  const admitted = await admit(world, request)
  if (admitted.refusal) return admitted.refusal
  const { queue, player, seatedAt } = admitted
  if (queue.table.practice) return refused('no-private-tables')
  if (player.kind === 'guest') return refused('login-required')
  if (seatedAt) {
    const isOwn = seatedAt.host === request.playerId && gathersFor(queue, seatedAt)
    return isOwn ? ok(seatedAt.found) : refused('seated-elsewhere', seatedAt.seated)
  }
  const barred =
    (await refuseStake(world, { ...request, isPrivate: true })) ?? (await refuseUntrusted(world, request))
  if (barred) return barred
  const { match, elsewhere } = await hosted(queue, request.playerId)
  if (elsewhere) return refused('hosts-elsewhere', elsewhere)
  if (!match) return refused('shard-moved')
  match.touchedAt = world.clock.now()
  return ok(foundOf(gatheringOf(world, match)))
}

/** Takes a seat: hold, seat and event in one transaction. A known command gets its outcome again first of all. */
export const takeSeat = async (
  world: World,
  match: LiveMatch,
  request: BusRequest<'match.sit'>,
): Promise<Envelope<Answer<'match.sit'>>> => {
  const { playerId } = request
  const from = askedFrom(request)
  const known = await playerOf(world.db, { playerId, deviceHash: from.deviceHash, now: world.clock.now() })
  if (!known) return refused('no-such-player')
  const { player } = known
  const bar = notFor(world, player, match.record.state.gameId)
  if (bar) return refused(bar)
  const paused = refusePaused(known)
  if (paused) return paused
  if (match.invited && !match.invited.has(playerId)) return refused('not-invited')
  const { origin, record } = match
  const isKnown =
    record.outcomes.has(outcomeKey(playerId, request.commandId)) ||
    seatOfHolder(record.state, playerId) !== null
  // Those who agreed come first; to anyone else a rematch has room when they do not.
  const hasRoom = () => hasRoomFor(gatheringOf(world, match), [], playerId, world.clock.now())
  if (origin.rematchOf !== null && !isKnown && !hasRoom()) return refused('table-full')
  const done = await sit(world, match, request, { player, from })
  if (done.ok) announcePresence(world, match)
  if (!done.ok && done.refusal === 'pair-capped') {
    match.capped.add(playerId)
    announceGathering(world, match)
  }
  const elsewhere = !done.ok && (done.refusal === 'seated-elsewhere' || done.refusal === 'already-seated')
  const seated = elsewhere ? await seatedOf(world.db, playerId) : null
  if (!done.ok && seated)
    return refused(done.refusal, { matchId: matchIdSchema.parse(seated.matchId), gameId: seated.gameId })
  if (!done.ok) return refusedSeat(world, done.refusal, { playerId, ...record.state })
  return answer(match, done)
}
