import type { DailyTry, OpenBoard } from '@minefall/shared/contracts/rest'
import { dealDay, finishOf, standingOf, tableRules } from '@minefall/shared/daily'
import { dailyCommit, verifyBoard, verifyTile } from '@minefall/shared/fairness'
import { evolve, type GameEvent, initialState, type MatchState, matchIdSchema } from '@minefall/shared/game'
import { createActor, fromTransition } from 'xstate'
import { type Fact, jumped } from '../../machines/match/facts.ts'

const none = '0'.repeat(64)
const half = '0'.repeat(32)

type Tile = DailyTry['tiles'][number]

const opening = ({ tile, mine, clue, salt }: Tile, turn: number): GameEvent => ({
  type: 'TileOpened',
  v: 1,
  at: 0,
  turn,
  seat: 0,
  board: 0,
  tile,
  mine,
  clue,
  salt,
  by: 'hand',
})

/** A try as a match of one seat, ours, so that board and cues show it as they show matches. */
export const matchOf = ({ rules, leaves, openers, tiles }: DailyTry): MatchState => {
  const header = {
    matchId: matchIdSchema.parse(half),
    gameId: 'daily',
    asset: 'trial',
    stake: '0',
    seats: 1,
    rules: tableRules(rules),
    serverCommit: none,
  } as const
  const player = { name: '-', avatar: 'fox', kind: 'guest' } as const
  const begun: GameEvent[] = [
    { type: 'SeatTaken', v: 1, at: 0, seat: 0, ref: half, commit: none, player },
    { type: 'Started', v: 1, at: 0, order: [0] },
    {
      type: 'BoardBegun',
      v: 2,
      at: 0,
      board: 0,
      root: none,
      leaves,
      openers: openers.map(({ tile, clue, salt }) => ({ tile, clue, salt })),
    },
    ...tiles.map(opening),
  ]
  return begun.reduce(evolve, initialState(header))
}

/** What a try has that its match does not: each tile a fact, or a jump where it is another try. */
export const factsOf = (state: MatchState, daily: DailyTry): readonly Fact[] => {
  const isSame = state.moves.every(({ tile }, nth) => daily.tiles[nth]?.tile === tile)
  if (!isSame) return [jumped(state, matchOf(daily))]
  let before = state
  return daily.tiles.slice(state.moves.length).map((tile, nth) => {
    const event = opening(tile, state.moves.length + nth)
    const fact: Fact = { type: 'fact', event, before, state: evolve(before, event) }
    before = fact.state
    return fact
  })
}

/** Follows a try as the server tells it, and emits each fact. */
export const followTry = (begun: DailyTry) =>
  createActor(
    fromTransition<MatchState, { type: 'told'; daily: DailyTry }, never, undefined, Fact>(
      (state, { daily }, { emit }) => {
        const facts = factsOf(state, daily)
        facts.forEach(emit)
        return facts.at(-1)?.state ?? state
      },
      matchOf(begun),
    ),
  ).start()

/** Whether all that is open of a board is what was committed to. */
export const isProved = ({ rules, leaves, openers, tiles }: DailyTry, root: string | null): boolean =>
  (root === null || verifyBoard(tableRules(rules), { root, leaves })) &&
  openers.every((open) => verifyTile(leaves, { board: 0, mine: false, ...open })) &&
  tiles.every((open) => verifyTile(leaves, { board: 0, ...open }))

/** How a try stands. */
export const standing = ({ rules, tiles, endedAt }: DailyTry) => {
  const { safe, hits, isOver } = standingOf(rules, tiles)
  return {
    safe,
    hits,
    lives: rules.lives - hits,
    isOver: isOver || endedAt !== null,
    isCleared: isOver && hits < rules.lives,
  }
}

/** An open board, to be played here: what follows from its seed, and whether that is what was committed to. */
export const dealOpen = ({ day, seed, commit, root, rules }: OpenBoard) => {
  const boards = dealDay(day, seed, rules)
  const board = boards.board(0)
  const begin = (now: number): DailyTry => ({
    ...{
      day,
      rules,
      leaves: [...board.leaves],
      tiles: [],
      beganAt: now,
      finishAt: finishOf(day),
      endedAt: null,
    },
    openers: boards.openers(0).map((tile) => {
      const { clue, salt } = boards.tile(0, tile)
      return { tile, clue, salt }
    }),
    result: { accuracy: null, seconds: null },
  })
  /** The try with one more tile; as it is where that is open, or the try over. */
  const open = (daily: DailyTry, tile: number, now: number): DailyTry => {
    const isOpen = [...daily.openers, ...daily.tiles].some((one) => one.tile === tile)
    if (isOpen || standing(daily).isOver) return daily
    const tiles = [...daily.tiles, { tile, ...boards.tile(0, tile) }]
    return { ...daily, tiles, endedAt: standingOf(rules, tiles).isOver ? now : null }
  }
  const holds = dailyCommit(day, seed) === commit && board.root === root
  return { begin, open, holds }
}
