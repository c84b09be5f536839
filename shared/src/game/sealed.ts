import type { Dealer } from '../fairness/index.ts'
import type { EventOf, GameEvent, OutReason } from './events.ts'
import { evolve } from './evolve.ts'
import {
  awaitedSeats,
  drawnClue,
  fits,
  isDrawnMine,
  knownHouseLink,
  knownLink,
  linksBy,
  silentMost,
} from './links.ts'
import { type CommandOf, refuse } from './refuse.ts'
import type { Decision, MatchState } from './state.ts'
import { isIn } from './turn-order.ts'
import { proceed, seatOut } from './turns.ts'

/** Picks a tile by hand, with the mover's link of this turn; all else has been checked as for any tile. */
export const decidePick = (
  state: MatchState,
  { at, seat, turn, tile, link }: CommandOf<'open'>,
): Decision => {
  const mover = state.table[seat]
  if (!mover || !fits(link, turn, knownLink(mover))) return refuse('wrong-link')
  return { ok: true, events: [{ type: 'TilePicked', v: 3, at, turn, seat, tile, by: 'hand', link }] }
}

/** Picks a tile for a mover whose clock ran out, without their link. */
export const pickByClock = (
  turn: number,
  { seat, tile, at }: { seat: number; tile: number; at: number },
): EventOf<'TilePicked'> => ({ type: 'TilePicked', v: 3, at, turn, seat, tile, by: 'clock' })

/** Takes the link of a seat that the pick of this turn waits for. Whether it came in time is for the host, whose clock it is. */
export const decideLink = (state: MatchState, { at, seat, turn, link }: CommandOf<'link'>): Decision => {
  const { phase, pick, table } = state
  if (phase !== 'playing') return refuse('wrong-phase')
  const owner = table[seat]
  if (!owner) return refuse('not-seated')
  if (owner.out) return refuse('already-out')
  if (turn !== state.turn?.turn) return refuse('stale-turn')
  if (!pick) return refuse('not-ready')
  if (pick.seat === seat || owner.link?.turn === turn) return refuse('already-revealed')
  if (!fits(link, turn, knownLink(owner))) return refuse('wrong-link')
  return { ok: true, events: [{ type: 'LinkRevealed', v: 3, at, turn, seat, link }] }
}

/**
 * Draws the picked tile with the house's link of this turn, once every link is there or the time for them is over. Seats
 * without a link are silent; those silent for the second pick in a row are out, except while no one has moved by hand, and
 * before the mover who opened a mine. The last one in stays in, whatever was drawn.
 */
export const decideDraw = (
  state: MatchState,
  { at, turn, link }: CommandOf<'draw'>,
  dealer: Dealer | undefined,
): Decision => {
  const { phase, pick } = state
  if (phase !== 'playing') return refuse('wrong-phase')
  if (!pick || !dealer) return refuse('not-ready')
  if (turn !== pick.turn) return refuse('stale-turn')
  const silent = awaitedSeats(state, pick)
  if (silent.length > 0 && at < linksBy(pick)) return refuse('not-ready')
  if (!fits(link, turn, knownHouseLink(state))) return refuse('wrong-link')
  const { seat, tile, by } = pick
  const mine = isDrawnMine(state, pick, link)
  const drawn = {
    type: 'TileOpened',
    v: 3,
    at,
    turn,
    seat,
    board: 0,
    tile,
    mine,
    clue: drawnClue,
    by,
    link,
  } as const
  const opened: GameEvent = silent.length > 0 ? { ...drawn, silent } : drawn
  const events: GameEvent[] = [opened]
  let after = evolve(state, opened)
  const putOut = (one: number, reason: OutReason): void => {
    if (!isIn(after.table[one] ?? null) || after.table.filter(isIn).length === 1) return
    const out = seatOut(after, one, reason, at)
    events.push(out)
    after = evolve(after, out)
  }
  if (after.handMoves > 0)
    for (const one of silent) if ((after.table[one]?.silent ?? 0) >= silentMost) putOut(one, 'idle')
  if (mine) putOut(seat, 'mine')
  return { ok: true, events: [...events, ...proceed(after, { turn, seat, at }, dealer)] }
}
