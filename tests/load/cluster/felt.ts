import type { MatchId } from '@minefall/shared/game'
import type { Accepted, Notes } from '../field.ts'
import { samples } from '../samples.ts'

/** Something that happened to a player, when. */
type Moment = { player: number; at: number }

/** What players noted since the last `clear`. Times are `performance.now()`. */
export type Notebook = Notes & {
  accepted: Notes['accepted']
  clicks: readonly Accepted[]
  losses: readonly Moment[]
  returns: readonly Moment[]
  /** Told that play is paused, or goes on. */
  pauses: readonly (Moment & { paused: boolean })[]
  clear(): void
}

/** A click that was promised to be in the journal, whenever it was. */
export type Promised = { commandId: string; matchId: string; seq: number }

/** Keeps what players note, and every promise of the whole run in `promised`. */
export const notebook = (): Notebook & { promised: readonly Promised[] } => {
  const clicks: Accepted[] = []
  const losses: Moment[] = []
  const returns: Moment[] = []
  const pauses: (Moment & { paused: boolean })[] = []
  const promised: Promised[] = []
  const now = () => performance.now()
  return {
    clicks,
    losses,
    returns,
    pauses,
    promised,
    accepted(click) {
      clicks.push(click)
      promised.push({ commandId: click.commandId, matchId: click.matchId, seq: click.seq })
    },
    lost: (player) => void losses.push({ player, at: now() }),
    back: (player) => void returns.push({ player, at: now() }),
    paused: (player, paused) => void pauses.push({ player, at: now(), paused }),
    clear() {
      for (const list of [clicks, losses, returns, pauses]) list.length = 0
    },
  }
}

/** Milliseconds, over `count` of whatever it is; NaN where there are none. */
export type Spread = { count: number; p50: number; p99: number; max: number }

export const spreadOf = (values: readonly number[]): Spread => {
  const all = samples()
  for (const value of values) all.add(value)
  return { count: values.length, p50: all.quantile(0.5), p99: all.quantile(0.99), max: all.quantile(1) }
}

/** An answer that comes this soon after the harm was on its way before it, in milliseconds. */
const onTheirWayMs = 20

/**
 * From the harm to the next accepted click of each of these matches, in milliseconds; infinite for one that had none. What
 * was answered before, and only heard after the harm, does not count.
 */
export const gapsOf = (
  matches: Iterable<MatchId>,
  clicks: readonly Accepted[],
  harmedAt: number,
): Map<MatchId, number> => {
  const gaps = new Map<MatchId, number>([...matches].map((match) => [match, Number.POSITIVE_INFINITY]))
  for (const { matchId, sentAt, at } of clicks) {
    const known = gaps.get(matchId)
    if (known === undefined || (sentAt < harmedAt && at < harmedAt + onTheirWayMs) || at < harmedAt) continue
    gaps.set(matchId, Math.min(known, at - harmedAt))
  }
  return gaps
}

/** From the first sending of each click that was answered in this time to its acknowledgement. */
export const waitsOf = (clicks: readonly Accepted[], from: number, to: number): number[] =>
  clicks.flatMap(({ sentAt, at }) => (at >= from && at < to ? [at - sentAt] : []))

/** From the harm until each player who lost their connection by it had it back with the match resumed, the last time. */
export const returnsOf = ({ losses, returns }: Notebook, harmedAt: number): number[] => {
  const lost = new Set(losses.flatMap(({ player, at }) => (at >= harmedAt ? [player] : [])))
  return [...lost].map((player) => {
    const back = returns.findLast((one) => one.player === player && one.at >= harmedAt)
    return back ? back.at - harmedAt : Number.POSITIVE_INFINITY
  })
}

/** When players learned that play is paused, and that it goes on, from the harm on. */
export const pausesOf = ({ pauses }: Notebook, harmedAt: number): { told: number[]; over: number[] } => {
  const first = (paused: boolean) => {
    const at = new Map<number, number>()
    for (const one of pauses)
      if (one.paused === paused && one.at >= harmedAt && !at.has(one.player))
        at.set(one.player, one.at - harmedAt)
    return [...at.values()]
  }
  return { told: first(true), over: first(false) }
}
