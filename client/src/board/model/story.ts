import type { MatchState, Move, OutReason, VoidReason } from '@minefall/shared/game'
import { tileName } from './coordinates.ts'
import { silentClue } from './scene.ts'

/** A sentence for the live region: a key of the namespace `board`, what fills it, and how urgent it is. */
export type StoryLine = {
  key: StoryKey
  values: { who: string; at: string; count: number; seconds: number }
  /** Said at once, breaking in. */
  urgent: boolean
}

export type StoryKey =
  | 'story.sat'
  | 'story.stood'
  | 'story.locked'
  | 'story.started'
  | 'story.safe'
  | 'story.safeByClock'
  | 'story.blind'
  | 'story.blindByClock'
  | 'story.mine'
  | 'story.mineByClock'
  | `story.out.${OutReason}`
  | 'story.board'
  | 'story.yourTurn'
  | 'story.turn'
  | 'story.compensated'
  | 'story.back'
  | 'story.won'
  | 'story.youWon'
  | 'story.shared'
  | `story.voided.${VoidReason}`

export type Teller = {
  /** Our seat; null for a watcher. */
  seat: number | null
  nameOf(seat: number): string
  /** Several names in one phrase, as the language joins them. */
  listOf(names: readonly string[]): string
}

/** More moves than this at once are summed up in one sentence instead of flooding the listener. */
const toldAtOnce = 3

const line = (key: StoryKey, values: Partial<StoryLine['values']> = {}, urgent = false): StoryLine => ({
  key,
  values: { who: '', at: '', count: 0, seconds: 0, ...values },
  urgent,
})

const moveKey = (move: Move): StoryKey => {
  const byClock = move.by === 'clock'
  if (move.mine) return byClock ? 'story.mineByClock' : 'story.mine'
  if (move.clue === silentClue) return byClock ? 'story.blindByClock' : 'story.blind'
  return byClock ? 'story.safeByClock' : 'story.safe'
}

const moveLine = (move: Move, state: MatchState, teller: Teller): StoryLine =>
  line(moveKey(move), {
    who: teller.nameOf(move.seat),
    at: tileName(move.tile, state.rules.w),
    count: move.clue === silentClue ? 0 : move.clue,
  })

/** Seats that went out since, other than by the mine their move already told of. */
const outs = (previous: MatchState, next: MatchState, teller: Teller): StoryLine[] =>
  next.table.flatMap((seat) => {
    if (!seat?.out || previous.table[seat.seat]?.out || seat.out.reason === 'mine') return []
    return [line(`story.out.${seat.out.reason}`, { who: teller.nameOf(seat.seat) })]
  })

const freeSeats = ({ table }: MatchState): number => table.filter((seat) => !seat).length

/** Who came and went while the table fills, each with the seats that were free after it. */
const seatings = (previous: MatchState, next: MatchState, teller: Teller): StoryLine[] => {
  if (previous.phase !== 'gathering') return []
  let free = freeSeats(previous)
  return next.table.flatMap((seat, index) => {
    const was = previous.table[index]
    if (seat && !was) {
      free -= 1
      return [line('story.sat', { who: teller.nameOf(index), count: free })]
    }
    if (!was || seat) return []
    free += 1
    return [line('story.stood', { who: was.player.name })]
  })
}

const turnLine = (state: MatchState, teller: Teller): StoryLine[] => {
  if (!state.turn || state.result) return []
  const seconds = Math.round(state.rules.clockMs / 1000)
  if (state.turn.seat === teller.seat) return [line('story.yourTurn', { seconds }, true)]
  return [line('story.turn', { who: teller.nameOf(state.turn.seat) })]
}

const resultLine = (state: MatchState, teller: Teller): StoryLine[] => {
  const { result } = state
  if (!result) return []
  if (result.outcome === 'voided') return [line(`story.voided.${result.reason}`)]
  const winners = result.payouts.map(({ seat }) => seat)
  const mine = winners.filter((seat) => seat === teller.seat)
  // We come first: a sentence begins with "You".
  const names = [...mine, ...winners.filter((seat) => seat !== teller.seat)].map(teller.nameOf)
  const who = teller.listOf(names)
  if (result.reason === 'shared') return [line('story.shared', { who })]
  return [mine.length > 0 ? line('story.youWon') : line('story.won', { who })]
}

/**
 * What happened between two states, as sentences in the order they happened, each once. A return after an
 * absence is one sentence. The turn that follows is told last; ours is urgent.
 */
export const story = (
  previous: MatchState | null,
  next: MatchState,
  teller: Teller,
): readonly StoryLine[] => {
  if (!previous || previous.matchId !== next.matchId)
    return next.phase === 'playing' ? turnLine(next, teller) : []
  if (next.seq <= previous.seq) return []
  const moves = next.moves.slice(previous.moves.length)
  const lines: StoryLine[] = [...seatings(previous, next, teller)]
  if (previous.phase === 'gathering' && next.phase === 'locking') lines.push(line('story.locked'))
  if (previous.order.length === 0 && next.order.length > 0) {
    const count = next.table.filter(Boolean).length
    lines.push(line('story.started', { count }))
  }
  if (moves.length > toldAtOnce) lines.push(line('story.back', { count: moves.length }))
  else lines.push(...moves.map((move) => moveLine(move, next, teller)))
  lines.push(...outs(previous, next, teller))
  const board = next.board?.board ?? 0
  if (board > (previous.board?.board ?? 0)) lines.push(line('story.board', { count: board + 1 }))
  if (next.compensatedMs > previous.compensatedMs) {
    const seconds = Math.max(1, Math.round((next.compensatedMs - previous.compensatedMs) / 1000))
    const seat = next.turn?.seat
    if (seat !== undefined)
      lines.push(line('story.compensated', { who: teller.nameOf(seat), count: seconds }))
  }
  if (next.result && !previous.result) return [...lines, ...resultLine(next, teller)]
  const turned = next.turn?.turn !== previous.turn?.turn
  return turned ? [...lines, ...turnLine(next, teller)] : lines
}
