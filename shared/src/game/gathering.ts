import type { Dealer } from '../fairness/index.ts'
import { playerCommit } from '../fairness/index.ts'
import { type CommandOf, refuse } from './refuse.ts'
import type { Decision, MatchState, SeatState } from './state.ts'
import { isIn } from './turn-order.ts'
import { boardBegun, turnStarted } from './turns.ts'

const taken = (state: MatchState): SeatState[] => state.table.filter((seat) => seat !== null)

/**
 * One seat for each `ref` and for each `holder`; it is the free one with the lowest number. From the lock to the end all
 * seats are taken.
 */
export const decideSit = (state: MatchState, command: CommandOf<'sit'>): Decision => {
  if (state.phase === 'settled' || state.phase === 'voided') return refuse('wrong-phase')
  const { at, ref, commit, chain, player, holder } = command
  const others = taken(state)
  if (holder !== undefined && others.some((seat) => seat.holder === holder && isIn(seat)))
    return refuse('already-seated')
  if (state.phase !== 'gathering') return refuse('table-full')
  if ((chain === undefined) === (state.rules.sealed === true)) return refuse('wrong-chain')
  if (others.some((seat) => seat.ref === ref)) return refuse('ref-taken')
  const seat = state.table.indexOf(null)
  if (seat < 0) return refuse('table-full')
  const taking = { type: 'SeatTaken', at, seat, ref, commit, player } as const
  const event = chain === undefined ? { ...taking, v: 1 as const } : { ...taking, v: 3 as const, chain }
  return { ok: true, events: [holder === undefined ? event : { ...event, holder }] }
}

/** Seats are free to go until the lock. */
export const decideStand = (
  state: MatchState,
  { at, seat, reason }: { at: number; seat: number; reason: 'left' | 'absent' },
): Decision => {
  if (state.phase !== 'gathering') return refuse('wrong-phase')
  if (!state.table[seat]) return refuse('not-seated')
  return { ok: true, events: [{ type: 'SeatLeft', v: 1, at, seat, reason }] }
}

/** Fixes seats and commitments of a full table; from here on the time for the seeds runs. */
export const decideLock = (state: MatchState, command: CommandOf<'lock'>): Decision => {
  if (state.phase !== 'gathering') return refuse('wrong-phase')
  if (state.table.includes(null)) return refuse('not-ready')
  const { at, prevLog, lockHash, revealMs } = command
  return { ok: true, events: [{ type: 'Locked', v: 1, at, prevLog, lockHash, revealBy: at + revealMs }] }
}

/** Takes a seed that fits its commitment. Whether it came in time is for the host, whose clock it is. */
export const decideReveal = (state: MatchState, command: CommandOf<'reveal'>): Decision => {
  if (state.phase !== 'locking') return refuse('wrong-phase')
  const { at, seat, seed } = command
  const owner = state.table[seat]
  if (!owner) return refuse('not-seated')
  if (owner.seed !== undefined) return refuse('already-revealed')
  if (playerCommit(state.matchId, owner.ref, seed) !== owner.commit) return refuse('wrong-seed')
  return { ok: true, events: [{ type: 'SeedRevealed', v: 1, at, seat, seed }] }
}

/** Begins the first board, which sealed tables do without, and the first turn, once every seed is revealed and the dealer made from them is at hand. */
export const decideStart = (
  state: MatchState,
  { at }: CommandOf<'start'>,
  dealer: Dealer | undefined,
): Decision => {
  if (state.phase !== 'locking') return refuse('wrong-phase')
  const first = dealer?.order[0]
  if (!dealer || first === undefined) return refuse('not-ready')
  if (state.table.some((seat) => seat?.seed === undefined)) return refuse('not-ready')
  const begun = state.rules.sealed ? [] : [boardBegun(dealer, 0, at)]
  return {
    ok: true,
    events: [
      { type: 'Started', v: 1, at, order: [...dealer.order] },
      ...begun,
      turnStarted(state, 0, first, at),
    ],
  }
}
