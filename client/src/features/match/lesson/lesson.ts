import {
  evolve,
  type GameEvent,
  initialState,
  type MatchHeader,
  type MatchState,
  matchIdSchema,
  type Rules,
} from '@minefall/shared/game'
import { createActor, fromTransition } from 'xstate'
import { clueOf } from '../../../board/model/practice.ts'
import { type Fact, jumped } from '../../../machines/match/facts.ts'

/**
 * `clue`: what one says. `certain`: one closed tile must be safe; `why`: it is open. `odds`: no tile is certain; `over`:
 * one was chosen by its risk.
 */
export type LessonStep = 'clue' | 'certain' | 'why' | 'odds' | 'over'

/** A match that was laid for teaching, and how far the lesson is. Our seat is 0. */
export type Lesson = {
  step: LessonStep
  state: MatchState
  /** A tile that was chosen though it may hide a mine. */
  missed: number | null
}

export type LessonAct = { type: 'next' } | { type: 'again' } | { type: 'press'; tile: number }

const rules: Rules = {
  boards: 1,
  clockMs: 12_000,
  clues: true,
  fade: 0,
  h: 4,
  mines: 4,
  openers: 5,
  rakeBps: 0,
  rise: 0,
  w: 5,
}

/**
 * A2, D2, B3 and E4, under a first row that the house opens, each tile of it with a 1. B1 sees what A1 sees, and C2: that
 * is safe. Then A2 or B2 and D2 or E2 are mined (the clues allow no more), so C2's 2 leaves one mine for B3, C3 and D3, and
 * the fourth is under one of the seven tiles that no clue sees.
 */
const mines: readonly number[] = [5, 8, 11, 19]
const openers: readonly number[] = [0, 1, 2, 3, 4]
export const certainTile = 7

/** The closed tiles once the certain one is open, by what is known of them; `risk` is that of each, exactly. */
export const choices = [
  { name: 'pairs', tiles: [5, 6, 8, 9], risk: 1 / 2 },
  { name: 'near', tiles: [11, 12, 13], risk: 1 / 3 },
  { name: 'far', tiles: [10, 14, 15, 16, 17, 18, 19], risk: 1 / 7 },
] as const
export const leastRisk = 1 / 7

const opponents = [
  ['Kestrel', 'robot-2'],
  ['Pip', 'robot-3'],
  ['Juno', 'robot-4'],
] as const

const header: MatchHeader = {
  matchId: matchIdSchema.parse('0'.repeat(32)),
  gameId: 'mines-trial',
  asset: 'trial',
  stake: '100',
  seats: opponents.length + 1,
  rules,
  serverCommit: '0'.repeat(64),
}

const hash = '0'.repeat(64)
const salt = '0'.repeat(32)
const clue = (tile: number) => clueOf({ columns: rules.w, rows: rules.h, mines, opened: [] }, tile)
const seatTaken = (seat: number, name: string, avatar: string, kind: 'guest' | 'practice'): GameEvent => ({
  type: 'SeatTaken',
  v: 1,
  at: 0,
  seat,
  ref: salt,
  commit: hash,
  player: { name, avatar, kind },
})
/** It is our turn, and stays ours: the opponents wait. */
const ourTurn = (turn: number): GameEvent => ({
  type: 'TurnStarted',
  v: 1,
  at: 0,
  turn,
  seat: 0,
  deadline: 0,
})

const begun = [
  seatTaken(0, '', 'fox', 'guest'),
  ...opponents.map(([name, avatar], index) => seatTaken(index + 1, name, avatar, 'practice')),
  { type: 'Started', v: 1, at: 0, order: [0, 1, 2, 3] },
  {
    type: 'BoardBegun',
    v: 2,
    at: 0,
    board: 0,
    root: hash,
    leaves: Array.from({ length: rules.w * rules.h }, () => hash),
    openers: openers.map((tile) => ({ tile, clue: clue(tile), salt })),
  },
  ourTurn(0),
] satisfies GameEvent[]

export const newLesson = (): Lesson => ({
  step: 'clue',
  state: begun.reduce(evolve, initialState(header)),
  missed: null,
})

/** What opening a tile brings: our turn again, or the end of our part. */
const opening = ({ turn }: MatchState, tile: number): GameEvent[] => {
  const mine = mines.includes(tile)
  const number = turn?.turn ?? 0
  const opened: GameEvent = {
    type: 'TileOpened',
    v: 1,
    at: 0,
    turn: number,
    seat: 0,
    board: 0,
    tile,
    mine,
    clue: mine ? 255 : clue(tile),
    salt,
    by: 'hand',
  }
  return [
    opened,
    mine
      ? { type: 'SeatOut', v: 1, at: 0, seat: 0, reason: 'mine', place: header.seats }
      : ourTurn(number + 1),
  ]
}

/** The facts of events, in order. */
const factsOf = (state: MatchState, events: readonly GameEvent[]): Fact[] => {
  let before = state
  return events.map((event) => {
    const fact: Fact = { type: 'fact', event, before, state: evolve(before, event) }
    before = fact.state
    return fact
  })
}

/** The match where the choice by odds begins. */
const certainOpen = opening(newLesson().state, certainTile).reduce(evolve, newLesson().state)

const after = (step: LessonStep, state: MatchState, facts: readonly Fact[] = []) => ({
  lesson: { step, state: facts.at(-1)?.state ?? state, missed: null },
  facts,
})

/** The lesson after one more act, and what that led to on the board; what has no place in a step changes nothing. */
export const teach = (lesson: Lesson, act: LessonAct): { lesson: Lesson; facts: readonly Fact[] } => {
  const { step, state } = lesson
  if (act.type === 'next') {
    if (step === 'clue') return after('certain', state)
    return step === 'why' ? after('odds', state) : { lesson, facts: [] }
  }
  if (act.type === 'again')
    return step === 'over' ? after('odds', state, [jumped(state, certainOpen)]) : { lesson, facts: [] }
  const { tile } = act
  if (state.board?.tiles[tile] !== null) return { lesson, facts: [] }
  if (step === 'certain' && tile !== certainTile) return { lesson: { ...lesson, missed: tile }, facts: [] }
  if (step !== 'certain' && step !== 'odds') return { lesson, facts: [] }
  return after(step === 'certain' ? 'why' : 'over', state, factsOf(state, opening(state, tile)))
}

/** A lesson that goes on as instructed, and tells each fact. */
export const startLesson = () =>
  createActor(
    fromTransition<Lesson, LessonAct, never, undefined, Fact>((lesson, act, { emit }) => {
      const taught = teach(lesson, act)
      taught.facts.forEach(emit)
      return taught.lesson
    }, newLesson()),
  ).start()
