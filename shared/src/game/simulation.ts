import type { Dealer } from '../fairness/index.ts'
import { playerCommit } from '../fairness/index.ts'
import { matchIdSchema, type Rules } from '../rules/index.ts'
import { decide } from './decide.ts'
import { closedTiles } from './deduction.ts'
import { foldEvents, initialState } from './evolve.ts'
import { plainDealer } from './plain-dealer.ts'
import { chooseTile, type Skill } from './practice.ts'
import type { Command, MatchState } from './state.ts'

/** What a simulation needs to know of a table. */
export type SimulatedTable = { gameId: string; seats: number; rules: Rules }

type Random = () => number

/** Of every simulated match; none has a rake. */
const stake = '100'

const randomHex = (random: Random, bytes: number): string =>
  Array.from({ length: bytes }, () =>
    Math.floor(random() * 256)
      .toString(16)
      .padStart(2, '0'),
  ).join('')

/** Folds what a command decides; throws when it is refused. */
export const carryOut = (state: MatchState, command: Command, dealer?: Dealer): MatchState => {
  const decision = decide(state, command, dealer)
  if (!decision.ok) throw new Error(`${command.type} was refused: ${decision.refusal}`)
  return foldEvents(state, decision.events)
}

/** Makes the dealer of a match whose seeds are all revealed. */
export type MakeDealer = (state: MatchState, random: Random) => Dealer

const plain: MakeDealer = ({ seats, rules }, random) => plainDealer(random, seats, rules)

/** A full table at which everyone has revealed: ready to start. */
export const readyMatch = ({ gameId, seats, rules }: SimulatedTable, random: Random): MatchState => {
  const matchId = matchIdSchema.parse(randomHex(random, 16))
  const header = { matchId, gameId, asset: 'trial', stake, seats, rules } as const
  let state = initialState({ ...header, serverCommit: randomHex(random, 32) })
  const seeds = Array.from({ length: seats }, () => randomHex(random, 32))
  for (const seed of seeds) {
    const ref = randomHex(random, 16)
    const player = { name: 'Practice', avatar: 'one', kind: 'practice' } as const
    state = carryOut(state, { type: 'sit', at: 0, ref, commit: playerCommit(matchId, ref, seed), player })
  }
  const lock = { prevLog: '0'.repeat(64), lockHash: randomHex(random, 32), revealMs: 5000 }
  state = carryOut(state, { type: 'lock', at: 0, ...lock })
  for (const [seat, seed] of seeds.entries()) state = carryOut(state, { type: 'reveal', at: 0, seat, seed })
  return state
}

/** What one match came to. */
type Played = { state: MatchState; forcedTurns: number; boards: number }

/** Chooses a closed tile for the seat to move. */
type Choose = (state: MatchState, seat: number) => number

/** Plays a match that is ready to its end. */
export const playOut = (ready: MatchState, dealer: Dealer, choose: Choose): Played => {
  let state = carryOut(ready, { type: 'start', at: 0 }, dealer)
  let forcedTurns = 0
  while (state.turn && state.board) {
    const { board } = state.board
    if (closedTiles(state.board).every((tile) => dealer.tile(board, tile).mine)) forcedTurns += 1
    const { turn, seat } = state.turn
    state = carryOut(state, { type: 'open', at: turn, seat, turn, tile: choose(state, seat) }, dealer)
  }
  return { state, forcedTurns, boards: (state.board?.board ?? 0) + 1 }
}

/** What many matches of a table came to. */
export type Figures = {
  gameId: string
  skill: Skill
  matches: number
  /** Matches that ended with a winner, and those whose boards ran out. */
  won: number
  shared: number
  /** Tiles opened in a match. */
  turns: { mean: number; least: number; most: number }
  boardsMean: number
  /** Turns at whose start every closed tile was a mine. */
  forcedTurns: number
  /** Of all seats that opened a tile, the share that opened a mine first. */
  outOnFirst: number
  /** The share of all pots that went to each place in the turn order; 1/seats each if the order gave no advantage. */
  potShares: number[]
}

/** The greatest distance of any place's share of the pots from an equal one. */
export const seatBias = ({ potShares }: Figures): number =>
  Math.max(...potShares.map((share) => Math.abs(share - 1 / potShares.length)))

/**
 * Plays `matches` matches of a table to their end, all seats with the same skill. The same `random` gives the same
 * figures.
 */
export const simulate = (
  played: SimulatedTable,
  {
    skill,
    matches,
    random,
    makeDealer = plain,
  }: {
    skill: Skill
    matches: number
    random: Random
    makeDealer?: MakeDealer
  },
): Figures => {
  const coins = new Array<number>(played.seats).fill(0)
  const turns: number[] = []
  let [won, shared, boards, forcedTurns, moved, outOnFirst] = [0, 0, 0, 0, 0, 0]
  for (let match = 0; match < matches; match += 1) {
    const ready = readyMatch(played, random)
    const end = playOut(ready, makeDealer(ready, random), (state) => chooseTile(state, random, skill))
    const { result, order, moves } = end.state
    if (result?.outcome !== 'settled') throw new Error(`match ${match} of ${played.gameId} did not settle`)
    if (result.reason === 'won') won += 1
    else shared += 1
    turns.push(moves.length)
    const firsts = new Map(moves.toReversed().map(({ seat, mine }) => [seat, mine]))
    for (const mine of firsts.values()) {
      moved += 1
      if (mine) outOnFirst += 1
    }
    boards += end.boards
    forcedTurns += end.forcedTurns
    for (const { seat, amount } of result.payouts) {
      const place = order.indexOf(seat)
      coins[place] = (coins[place] ?? 0) + Number(amount)
    }
  }
  const staked = Number(stake) * played.seats * matches
  const mean = turns.reduce((sum, count) => sum + count, 0) / matches
  return {
    gameId: played.gameId,
    skill,
    matches,
    won,
    shared,
    turns: { mean, least: Math.min(...turns), most: Math.max(...turns) },
    boardsMean: boards / matches,
    forcedTurns,
    outOnFirst: outOnFirst / moved,
    potShares: coins.map((paid) => paid / staked),
  }
}

/**
 * How many times a fair share of the pots one seat of skill `better` wins among others of skill `worse`, over `matches`
 * matches of a table; 1 if skill were worth nothing. The seat and its place in the turn order change from match to match.
 */
export const worthOfSkill = (
  played: SimulatedTable,
  { better, worse, matches, random }: { better: Skill; worse: Skill; matches: number; random: Random },
): number => {
  let coins = 0
  for (let match = 0; match < matches; match += 1) {
    const one = match % played.seats
    const ready = readyMatch(played, random)
    const { result } = playOut(ready, plain(ready, random), (state, seat) =>
      chooseTile(state, random, seat === one ? better : worse),
    ).state
    coins += Number(result?.payouts.find(({ seat }) => seat === one)?.amount ?? 0)
  }
  return coins / (Number(stake) * matches)
}
