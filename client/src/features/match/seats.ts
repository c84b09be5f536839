import type { Presence } from '@minefall/shared/contracts/live'
import type { MatchState, OutReason, PlayerView, TurnState } from '@minefall/shared/game'

/** What a seat is doing, as one word; the note under its name is the translation `seat.note.<doing>`. */
export type SeatDoing =
  | 'free'
  | 'ready'
  | 'sealing'
  | 'yourTurn'
  | 'turn'
  | 'next'
  | 'in'
  | 'weak'
  | 'gone'
  | 'won'
  | `out.${OutReason}`

export type SeatScene = {
  seat: number
  /** Null for an empty seat. */
  player: PlayerView | null
  yours: boolean
  doing: SeatDoing
  link: Presence
  out: boolean
  /** Its link did not come for the last tile of others, at a sealed table. */
  silent: boolean
  /** Final place of a seat that is out, from the number of seats down to 2. */
  place: number | null
  winner: boolean
  /** Its running turn. */
  turn: TurnState | null
  emote: { key: number; emote: string } | null
}

/** The seat whose turn comes after the running one; null when no one else is in. */
export const nextSeat = (state: MatchState): number | null => {
  const { order, turn } = state
  if (!turn) return null
  const from = order.indexOf(turn.seat)
  for (let step = 1; step < order.length; step += 1) {
    const seat = order[(from + step) % order.length]
    if (seat !== undefined && state.table[seat] && !state.table[seat].out) return seat
  }
  return null
}

type Watching = {
  state: MatchState
  seat: number | null
  presence: readonly Presence[]
  emotes: readonly { key: number; seat: number; emote: string }[]
  /** Emotes are not shown. */
  muted?: boolean
}

const doingOf = (state: MatchState, seat: number, own: number | null, link: Presence): SeatDoing => {
  const sitting = state.table[seat]
  if (!sitting) return 'free'
  if (sitting.out) return `out.${sitting.out.reason}`
  const { result } = state
  if (result?.outcome === 'settled' && result.payouts.some((paid) => paid.seat === seat)) return 'won'
  if (state.turn?.seat === seat && !result)
    return seat === own ? 'yourTurn' : link === 'gone' ? 'gone' : 'turn'
  if (link === 'gone') return 'gone'
  if (link === 'weak') return 'weak'
  if (state.phase === 'gathering') return 'ready'
  if (state.phase === 'locking') return sitting.seed === undefined ? 'sealing' : 'ready'
  return seat === nextSeat(state) ? 'next' : 'in'
}

/** The seats in the order of their turns; by number until that is drawn. */
export const seatScenes = ({
  state,
  seat: own,
  presence,
  emotes,
  muted = false,
}: Watching): readonly SeatScene[] => {
  const order = state.order.length > 0 ? state.order : state.table.map((_, seat) => seat)
  return order.map((seat): SeatScene => {
    const sitting = state.table[seat] ?? null
    const link = sitting && sitting.player.kind !== 'practice' ? (presence[seat] ?? 'here') : 'here'
    const doing = doingOf(state, seat, own, seat === own ? 'here' : link)
    const { turn } = state
    return {
      seat,
      player: sitting?.player ?? null,
      yours: seat === own,
      doing,
      link: seat === own ? 'here' : link,
      out: sitting?.out !== undefined,
      silent: sitting?.silent !== undefined && !sitting.out && !state.result,
      place: sitting?.out?.place ?? null,
      winner: doing === 'won',
      turn: turn?.seat === seat && !state.result ? turn : null,
      emote: muted ? null : (emotes.findLast((shown) => shown.seat === seat) ?? null),
    }
  })
}

export type SeatPlace = { column: 'left' | 'right' | 'self'; row: number; span: number }

/** Rows of the two columns beside a wide board: divisible by one, two and three seats. */
export const sideRows = 6

/**
 * Where each seat stands around a wide board, clockwise from ours at the bottom: up the left side, down the right.
 * `count` seats in turn order, ours (or the first) at `own`.
 */
export const seatPlaces = (count: number, own: number): readonly SeatPlace[] => {
  const others = count - 1
  const left = Math.floor(others / 2)
  const right = others - left
  return Array.from({ length: count }, (_, index): SeatPlace => {
    const after = (index - own + count) % count
    if (after === 0) return { column: 'self', row: 1, span: 1 }
    if (after <= left) {
      const span = sideRows / left
      return { column: 'left', row: (left - after) * span + 1, span }
    }
    const span = sideRows / right
    return { column: 'right', row: (after - left - 1) * span + 1, span }
  })
}
