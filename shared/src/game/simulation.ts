import type { Dealer } from '../fairness/index.ts'
import { chainLength, chainOf, playerCommit } from '../fairness/index.ts'
import { matchIdSchema, type Rules } from '../rules/index.ts'
import { decide } from './decide.ts'
import { closedTiles } from './deduction.ts'
import { foldEvents, initialState } from './evolve.ts'
import { awaitedSeats } from './links.ts'
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

/** The links by turn of the house and of each seat at a sealed table, made from what is public: simulations have no secrets. */
export type Chains = { house: readonly string[]; seats: readonly (readonly string[])[] }

const chainMadeOf = (id: string, { seats, rules }: Pick<SimulatedTable, 'seats' | 'rules'>) =>
  chainOf(id + id, chainLength(rules, seats))

export const chainsOf = (state: MatchState): Chains => ({
  house: chainMadeOf(state.matchId, state).links,
  seats: state.table.map((seat) => chainMadeOf(seat?.ref ?? '', state).links),
})

/** A full table at which everyone has revealed: ready to start. */
export const readyMatch = (table: SimulatedTable, random: Random): MatchState => {
  const { gameId, seats, rules } = table
  const matchId = matchIdSchema.parse(randomHex(random, 16))
  const header = { matchId, gameId, asset: 'trial', stake, seats, rules } as const
  const chain = (id: string) => (rules.sealed ? chainMadeOf(id, table).end : undefined)
  const serverChain = chain(matchId)
  const commits = { serverCommit: randomHex(random, 32), ...(serverChain !== undefined && { serverChain }) }
  let state = initialState({ ...header, ...commits })
  const seeds = Array.from({ length: seats }, () => randomHex(random, 32))
  for (const seed of seeds) {
    const ref = randomHex(random, 16)
    const player = { name: 'Practice', avatar: 'one', kind: 'practice' } as const
    const commit = playerCommit(matchId, ref, seed)
    state = carryOut(state, { type: 'sit', at: 0, ref, commit, chain: chain(ref), player })
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

/** Gives the links of all for what is picked, and draws it. */
const drawAll = (picked: MatchState, { house, seats }: Chains, dealer: Dealer): MatchState => {
  const { pick } = picked
  if (!pick) return picked
  const { turn } = pick
  let state = picked
  for (const seat of awaitedSeats(picked, pick))
    state = carryOut(state, { type: 'link', at: turn, seat, turn, link: seats[seat]?.[turn] ?? '' })
  return carryOut(state, { type: 'draw', at: turn, turn, link: house[turn] ?? '' }, dealer)
}

/** Plays a match that is ready to its end. */
export const playOut = (ready: MatchState, dealer: Dealer, choose: Choose): Played => {
  let state = carryOut(ready, { type: 'start', at: 0 }, dealer)
  const chains = state.rules.sealed && chainsOf(state)
  let forcedTurns = 0
  while (state.turn && state.board) {
    const { board } = state.board
    const closed = closedTiles(state.board)
    const isForced = chains
      ? closed.length === state.rules.mines - state.moves.filter(({ mine }) => mine).length
      : closed.every((tile) => dealer.tile(board, tile).mine)
    if (isForced) forcedTurns += 1
    const { turn, seat } = state.turn
    const link = chains ? chains.seats[seat]?.[turn] : undefined
    state = carryOut(state, { type: 'open', at: turn, seat, turn, tile: choose(state, seat), link }, dealer)
    if (chains) state = drawAll(state, chains, dealer)
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
