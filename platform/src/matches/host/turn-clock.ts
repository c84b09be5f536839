import { compensationMaxMs, decide, type MatchState } from '@minefall/shared/game'
import type { World } from '../world.ts'
import type { LiveMatch } from './live-match.ts'
import { perform } from './perform.ts'

export type Standstill = ReturnType<typeof watchStandstill>

/** How often clocks are checked while play is paused, in milliseconds. */
export const lookAgainMs = 250
/** Longer ago than any turn, in milliseconds. */
const rememberMs = 120_000

/**
 * When play was paused through no fault of a player: our bus or journal was away. `graceMs` is the least time every
 * clock has when play goes on.
 */
export const watchStandstill = (graceMs: number) => {
  let past: { from: number; to: number }[] = []
  let since: number | null = null
  return {
    /** Notes how it is at this moment; `since` is when it began to be away. */
    note(away: boolean, at: { now: number; since: number }): void {
      if (away) since ??= at.since
      else if (since !== null) {
        past = [...past.filter(({ to }) => at.now - to < rememberMs), { from: since, to: at.now }]
        since = null
      }
    },
    isNow: (): boolean => since !== null,
    /** No person's clock runs out before this; in the past when all is well. */
    holdsUntil(now: number): number {
      if (since !== null) return now + lookAgainMs
      return (past.at(-1)?.to ?? Number.NEGATIVE_INFINITY) + graceMs
    },
    /** How long it was paused between `from` and `now`, in milliseconds. */
    within: (from: number, now: number): number =>
      [...past, ...(since === null ? [] : [{ from: since, to: now }])].reduce(
        (sum, stood) => sum + Math.max(0, Math.min(now, stood.to) - Math.max(from, stood.from)),
        0,
      ),
  }
}

/**
 * When the running turn ends by the clock: its deadline, what is forgiven of the round trip, any grace, and not while
 * play is paused. Null where no clock runs, as while a pick waits for links.
 */
export const dueAt = (world: World, match: LiveMatch): number | null => {
  const { turn, pick } = match.record.state
  if (!turn || pick) return null
  const forgiven = Math.min(world.settings.forgivenessMs, match.roundTrips[turn.seat] ?? 0)
  return Math.max(turn.deadline + forgiven, holdsUntil(world, match))
}

export const holdsUntil = (world: World, match: LiveMatch): number =>
  Math.max(match.noExpiryBefore, world.standstill.holdsUntil(world.clock.now()))

/** How long the running turn's BFF has been silent and not compensated yet, in milliseconds. */
const silence = (match: LiveMatch, since: number | null, now: number): number => {
  const { turn } = match.record.state
  if (!turn || since === null) return 0
  return Math.max(0, now - Math.max(since, turn.at, match.compensatedUpTo))
}

/** Gives the running turn time back; up to 15 s a match, which the decider holds. */
export const compensate = async (
  world: World,
  match: LiveMatch,
  ms: number,
  cause: 'restart' | 'edge' | 'storage',
): Promise<void> => {
  const turn = match.record.state.turn?.turn
  if (turn === undefined || ms < 1) return
  match.compensatedUpTo = world.clock.now()
  await perform(world, match, {
    first: true,
    decide: (state, at) => {
      if (state.turn?.turn !== turn || state.compensatedMs >= compensationMaxMs) return null
      return decide(state, { type: 'compensate', at, turn, ms, cause })
    },
  })
}

/** The clock of `turn` has run out: acts, unless its player could not move for a while and time is left to give back. */
export const runOut = async (world: World, match: LiveMatch, turn: number): Promise<void> => {
  const { state } = match.record
  const edge = match.presence[state.turn?.seat ?? 0]?.edge ?? null
  const now = world.clock.now()
  const silent = silence(match, world.edges.silentSince(edge, now), now)
  const from = Math.max(state.turn?.at ?? now, match.compensatedUpTo)
  const stood = world.standstill.within(from, now)
  if (Math.max(silent, stood) > 0 && state.compensatedMs < compensationMaxMs)
    return compensate(world, match, Math.max(silent, stood), silent >= stood ? 'edge' : 'storage')
  const expire = (current: MatchState, at: number) => {
    const due = dueAt(world, match)
    if (current.turn?.turn !== turn || due === null || at < due) return null
    return decide(current, { type: 'expire', at, turn }, match.dealer)
  }
  await perform(world, match, { decide: expire })
}

/** A seat's BFF was heard again, or the seat came back through another one: its clock was paused in the meantime. */
export const edgeReturned = (world: World, match: LiveMatch, edge: string, since: number): void => {
  const { turn } = match.record.state
  if (!turn || match.presence[turn.seat]?.edge !== edge) return
  const silent = silence(match, since, world.clock.now())
  if (silent > 0) world.background(compensate(world, match, silent, 'edge'))
}

/**
 * Runs when the clock says that `due` has come: a timer may fire a millisecond early, and `due` may have moved.
 */
export const stepAt = (
  world: World,
  match: LiveMatch,
  due: () => number,
  run: () => Promise<unknown>,
): void => {
  const wind = () => {
    match.step = world.clock.after(Math.max(0, due() - world.clock.now()), strike)
  }
  const strike = () => (world.clock.now() < due() ? wind() : world.background(run()))
  wind()
}
