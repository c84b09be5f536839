import { type Answer, type BusRequest, type Envelope, ok } from '@minefall/shared/contracts'
import { matchIdSchema, type PlayerView } from '@minefall/shared/game'
import { announcePresence } from '../host/announce.ts'
import { answer, sit } from '../host/commands.ts'
import type { LiveMatch } from '../host/live-match.ts'
import { type MatchRefusal, refused } from '../refusals.ts'
import type { World } from '../world.ts'
import { playerOf, seatedOf } from './players.ts'
import type { Queue } from './queue.ts'

type Found = Envelope<Answer<'lobby.find'>>

const found = (match: LiveMatch): Found => {
  const { matchId, serverCommit, seats, table } = match.record.state
  return ok({ matchId, serverCommit, seats, taken: table.filter((seat) => seat !== null).length })
}

/** Why this player may not sit at this table now; null when they may. */
const barred = (world: World, player: PlayerView, gameId: string): MatchRefusal | null =>
  player.kind === 'guest' && !world.tables.get(gameId)?.guests ? 'login-required' : null

const pausedNow = (world: World, playerId: string) => {
  const until = world.pauses.pausedUntil(playerId, world.clock.now())
  return until === null ? null : refused('paused', { until })
}

const isQueueOf = ({ record: { state } }: LiveMatch, { table, stake, asset }: Queue): boolean =>
  state.phase === 'gathering' &&
  state.gameId === table.gameId &&
  state.stake === stake &&
  state.asset === asset

/** Tells which gathering match of a queue is to be sat at, opening one when there is none. */
export const find = async (
  world: World,
  gather: (queue: Queue, playerId: string) => Promise<LiveMatch | null>,
  { playerId, gameId, stake, asset }: BusRequest<'lobby.find'>,
): Promise<Found> => {
  const table = world.tables.get(gameId)
  if (!table) return refused('no-such-table')
  if (!table.stakes.includes(stake) || !table.assets.includes(asset)) return refused('stake-not-offered')
  const known = await playerOf(world.db, playerId)
  if (!known) return refused('no-such-player')
  const { player, seated } = known
  const bar = barred(world, player, gameId)
  if (bar) return refused(bar)
  const paused = pausedNow(world, playerId)
  if (paused) return paused
  const queue = { table, stake, asset }
  if (seated) {
    const there = world.matches.get(seated.matchId)
    return there && isQueueOf(there, queue) ? found(there) : refused('seated-elsewhere', seated)
  }
  const match = await gather(queue, playerId)
  if (!match) return refused('unavailable')
  match.touchedAt = world.clock.now()
  return found(match)
}

/** Takes a seat: hold, seat and event in one transaction. A known command gets its outcome again first of all. */
export const takeSeat = async (
  world: World,
  match: LiveMatch,
  request: BusRequest<'match.sit'>,
): Promise<Envelope<Answer<'match.sit'>>> => {
  const { playerId } = request
  const known = await playerOf(world.db, playerId)
  if (!known) return refused('no-such-player')
  const { player } = known
  const bar = barred(world, player, match.record.state.gameId)
  if (bar) return refused(bar)
  const paused = pausedNow(world, playerId)
  if (paused) return paused
  if (match.invited && !match.invited.has(playerId)) return refused('not-invited')
  const done = await sit(world, match, request, player)
  if (done.ok) announcePresence(world, match)
  const elsewhere = !done.ok && (done.refusal === 'seated-elsewhere' || done.refusal === 'already-seated')
  const seated = elsewhere ? await seatedOf(world.db, playerId) : null
  if (!done.ok && seated)
    return refused(done.refusal, { matchId: matchIdSchema.parse(seated.matchId), gameId: seated.gameId })
  return answer(match, done)
}
