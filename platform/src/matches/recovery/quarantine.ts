import { multiply, shareEqually } from '@minefall/shared/coins'
import { type EventOf, eventSchema, type GameEvent, type MatchState } from '@minefall/shared/game'
import { commit, rowOf } from '../host/commit.ts'
import { cancelTimers, type LiveMatch } from '../host/live-match.ts'
import { HostClosed, isPermanent } from '../journal/persist.ts'
import type { World } from '../world.ts'
import { setAside } from './set-aside.ts'

type Payouts = EventOf<'Voided'>['payouts']
type Stop = { payouts: Payouts; captured: boolean }
/** All events of the journal, as stored, and whether the caller already holds the turn of the shard's fairness log. */
type Stopped = { events: readonly unknown[]; inLog?: boolean | undefined }

/**
 * The rule for a match that can't go on, read off its events one by one, without the decider and the fold that
 * failed: no one out, everyone is refunded; else those still in share the pot, units left over one each from the
 * next to move on.
 */
export const stopByRule = (
  { seats, stake }: Pick<MatchState, 'seats' | 'stake'>,
  events: readonly GameEvent[],
): Stop => {
  const taken = new Set<number>()
  const out = new Set<number>()
  let order: readonly number[] = []
  let mover: number | undefined
  let captured = false
  for (const event of events) {
    if (event.type === 'SeatTaken') taken.add(event.seat)
    if (event.type === 'SeatLeft') taken.delete(event.seat)
    if (event.type === 'SeatOut') out.add(event.seat)
    if (event.type === 'TurnStarted') mover = event.seat
    if (event.type === 'Started') {
      captured = true
      order = event.order
    }
  }
  if (!captured) return { payouts: [], captured }
  if (out.size === 0)
    return { payouts: [...taken].sort((a, b) => a - b).map((seat) => ({ seat, amount: stake })), captured }
  const from = Math.max(0, mover === undefined ? 0 : order.indexOf(mover))
  const still = [...order.slice(from), ...order.slice(0, from)].filter((seat) => !out.has(seat))
  const shares = shareEqually(multiply(stake, seats), still.length)
  return { payouts: still.map((seat, index) => ({ seat, amount: shares[index] ?? '0' })), captured }
}

/** Every event that can be read; what can't be is what stopped the match. */
const readable = (events: readonly unknown[]): GameEvent[] =>
  events.flatMap((event) => {
    const parsed = eventSchema.safeParse(event)
    return parsed.success ? [parsed.data] : []
  })

/**
 * Stops one match permanently: alarm, then void by rule in the money lane. Runs in the match's turn.
 */
export const quarantine = async (
  world: World,
  match: LiveMatch,
  cause: unknown,
  stopped: Stopped,
): Promise<void> => {
  if (match.quarantined || match.dropped) return
  match.quarantined = true
  cancelTimers(match)
  world.metrics.quarantined()
  world.log.error({ err: cause, matchId: match.id, alarm: 'quarantine' }, 'a match was stopped by a fault')
  await voidByRule(world, match, stopped)
}

/**
 * Voids by rule a match that was stopped. Runs in the match's turn. Where even that can't be committed its players are
 * let go, and its stakes stay where they are.
 */
export const voidByRule = async (
  world: World,
  match: LiveMatch,
  { events, inLog }: Stopped,
): Promise<void> => {
  const { record } = match
  const known = readable(events)
  if (known.some(({ type }) => type === 'Settled' || type === 'Voided')) return
  const { payouts, captured } = stopByRule(record.state, known)
  const at = world.clock.now()
  const voided: GameEvent = {
    type: 'Voided',
    v: 1,
    at,
    reason: 'quarantined',
    payouts,
    serverSeed: match.secret.serverSeed,
  }
  // The fold may have stopped before the journal did: the void follows on the journal's last event.
  record.state = { ...record.state, seq: record.committed, phase: captured ? 'playing' : record.state.phase }
  try {
    await commit(world, match, rowOf(match, [voided], at), { captured, inLog })
    world.stopped.delete(match.id)
  } catch (error) {
    if (error instanceof HostClosed) return
    world.log.error(
      { err: error, matchId: match.id, alarm: 'quarantine', permanent: isPermanent(error) },
      'a stopped match could not be voided; its stakes stay where they are until someone looks',
    )
    await setAside(world, match.shard, match.id)
  }
}
