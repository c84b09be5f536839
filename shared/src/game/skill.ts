import type { Dealer } from '../fairness/index.ts'
import type { Rules } from '../rules/index.ts'
import type { SeenTile } from './deduction.ts'
import type { GameEvent } from './events.ts'
import { riskOf } from './mine-odds.ts'
import type { Move } from './state.ts'

/** A safe tile that the house opened when a board began. */
type Opener = { tile: number; clue: number }

/** What of a match its moves are judged by. All of it is public once the match is over. */
export type JudgedMatch = {
  rules: Rules
  moves: readonly Move[]
  openers(board: number): readonly Opener[]
}

/** A move by hand, judged by what everyone saw before it. */
export type JudgedMove = {
  /** Its place in the list of moves, from 0. */
  nth: number
  seat: number
  mine: boolean
  /** The probability that the tile was mined, and that of the best tile there was; 0–1. */
  risk: number
  least: number
  /** Whether some tile was better than another. */
  isChoice: boolean
}

/** How one seat played. Its moves are those by hand: what the clock opens is no one's doing. */
export type SeatSkill = {
  moves: number
  /** Moves in which some tile was better than another. */
  choices: number
  /** 0–100: the mean of 100·(1 − risk) ÷ (1 − least) over choices. Null without one. */
  accuracy: number | null
  /** Moves that opened no mine. */
  survived: number
  /** How many moves the risks taken would have let survive, Σ(1 − risk), and the variance of that, Σ risk·(1 − risk). */
  expected: number
  variance: number
}

export type MatchSkill = {
  /**
   * Whether all odds were counted. Where some would have taken too long and were estimated, the match counts for nothing.
   */
  isExact: boolean
  moves: readonly JudgedMove[]
  /** By seat. */
  seats: readonly SeatSkill[]
}

/** 100·(1 − risk) ÷ (1 − least): 100 for a tile than which none was better, 0 for a certain mine. */
export const accuracyOf = ({ risk, least }: Pick<JudgedMove, 'risk' | 'least'>): number =>
  Math.min(100, 100 * ((1 - risk) / (1 - least)))

/**
 * How survival compares with what the risks taken would have it, in standard deviations of honest play:
 * z = (survived − expected) ÷ √variance. Null where nothing was at risk.
 *
 * Each move's surprise is a martingale difference of variance risk·(1 − risk), whatever tile is chosen and for whatever
 * public reason, so that over many moves z has mean 0 and deviation 1 for anyone who knows what everyone knows.
 */
export const luckOf = ({
  survived,
  expected,
  variance,
}: Pick<SeatSkill, 'survived' | 'expected' | 'variance'>): number | null =>
  variance > 0 ? (survived - expected) / Math.sqrt(variance) : null

/** Luck beyond so many standard deviations, over at least so many choices, is not luck: the desk lists such accounts. */
export const luckBeyond = 4
export const choicesLeast = 60

/** Whether an account knows more than is public, or loses on purpose, by the sums of its matches. */
export const isBeyondLuck = (
  sums: Pick<SeatSkill, 'choices' | 'survived' | 'expected' | 'variance'>,
): boolean => sums.choices >= choicesLeast && Math.abs(luckOf(sums) ?? 0) > luckBeyond

/** The openers of a match by its public events. */
export const toldOpeners = (events: Iterable<GameEvent>): JudgedMatch['openers'] => {
  const boards = new Map<number, readonly Opener[]>()
  for (const event of events) if (event.type === 'BoardBegun') boards.set(event.board, event.openers ?? [])
  return (board) => boards.get(board) ?? []
}

/** The openers of a match whose dealer anyone can make, once its seeds are open. */
export const dealtOpeners =
  (dealer: Dealer): JudgedMatch['openers'] =>
  (board) =>
    dealer.openers(board).map((tile) => ({ tile, clue: dealer.tile(board, tile).clue }))

const judgeSeat = (moves: readonly JudgedMove[]): SeatSkill => {
  const choices = moves.filter(({ isChoice }) => isChoice)
  const sum = (of: (move: JudgedMove) => number, among = moves) =>
    among.reduce((total, move) => total + of(move), 0)
  return {
    moves: moves.length,
    choices: choices.length,
    accuracy: choices.length > 0 ? sum(accuracyOf, choices) / choices.length : null,
    survived: moves.filter(({ mine }) => !mine).length,
    expected: sum(({ risk }) => 1 - risk),
    variance: sum(({ risk }) => risk * (1 - risk)),
  }
}

/**
 * Judges every move by hand of a match on a table with clues, by the odds that followed from what everyone saw before it.
 * Null on a blind table, where all tiles are alike. `steps` bounds the counting of each move's odds as in `mineOdds`.
 */
export const judgeMatch = (
  { rules, moves, openers }: JudgedMatch,
  seats: number,
  steps?: number,
): MatchSkill | null => {
  if (!rules.clues) return null
  const judged: JudgedMove[] = []
  let isExact = true
  let seen: { board: number; tiles: (SeenTile | null)[] } = { board: -1, tiles: [] }
  for (const [nth, { board, tile, seat, mine, clue, by }] of moves.entries()) {
    if (seen.board !== board) {
      seen = { board, tiles: Array.from({ length: rules.w * rules.h }, () => null) }
      for (const opener of openers(board)) seen.tiles[opener.tile] = { mine: false, clue: opener.clue }
    }
    if (by === 'hand') {
      const { risk, least, isChoice, isExact: isCounted } = riskOf(tile, seen, rules, steps)
      isExact &&= isCounted
      judged.push({ nth, seat, mine, risk, least, isChoice })
    }
    seen.tiles[tile] = { mine, clue }
  }
  return {
    isExact,
    moves: judged,
    seats: Array.from({ length: seats }, (_, seat) => judgeSeat(judged.filter((move) => move.seat === seat))),
  }
}
