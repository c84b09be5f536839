import type { Dealer } from '@minefall/shared/fairness'
import { deal, playerCommit } from '@minefall/shared/fairness'
import {
  type Command,
  decide,
  evolve,
  type GameEvent,
  initialState,
  type MatchState,
  matchIdSchema,
  type Rules,
} from '@minefall/shared/game'
import { seededHex, seededRandom } from '@minefall/shared/testing'
import type { Fact } from '../../machines/match/facts.ts'

/** A match played by the real rules from a seed, for tests of what is shown. */
export type PlayedMatch = {
  state(): MatchState
  /** All that happened so far. */
  events(): readonly GameEvent[]
  /** What happened since this was last asked. */
  news(): readonly Fact[]
  /** Carries out a command and returns the state after it; throws when it is refused. */
  run(command: Command): MatchState
  /** Starts a sealed match; returns the tiles that the house opens, in ascending order. */
  begin(): readonly number[]
  /** The seat whose turn it is opens a closed tile: a mine or a safe one. */
  open(what: 'mine' | 'safe', at?: number): MatchState
  /** The clock of the running turn is out. */
  expire(at?: number): MatchState
}

const clueRules: Rules = { boards: 9, clockMs: 12_000, clues: true, h: 4, mines: 4, rakeBps: 0, w: 4 }

/** The names of the first seats, in seat order. */
export const playerNames = ['Mai', 'Fox', 'Oro', 'Kestrel', 'Dan', 'Wren'] as const

type Setup = {
  seats?: number
  rules?: Partial<Rules>
  seed?: number
  until?: 'gathering' | 'locking' | 'playing'
}

/** A table of `seats` players, filled, sealed and started unless `until` says to stop before. */
export const playedMatch = ({
  seats = 3,
  rules = {},
  seed = 1,
  until = 'playing',
}: Setup = {}): PlayedMatch => {
  const random = seededRandom(seed)
  const matchId = matchIdSchema.parse(seededHex(random, 16))
  const serverSeed = seededHex(random, 32)
  const allRules = { ...clueRules, ...rules }
  let state = initialState({
    matchId,
    gameId: 'mines-trial',
    asset: 'trial',
    stake: '100',
    seats,
    rules: allRules,
    serverCommit: seededHex(random, 32),
  })
  let dealer: Dealer | undefined
  const events: GameEvent[] = []
  const news: Fact[] = []
  const run = (command: Command) => {
    const decision = decide(state, command, dealer)
    if (!decision.ok) throw new Error(`${command.type} was refused: ${decision.refusal}`)
    for (const event of decision.events) {
      const before = state
      state = evolve(before, event)
      events.push(event)
      news.push({ type: 'fact', event, before, state })
    }
    return state
  }
  const players = Array.from({ length: seats }, (_, seat) => ({
    ref: seededHex(random, 16),
    seed: seededHex(random, 32),
    player: {
      name: playerNames[seat] ?? `P${seat}`,
      avatar: 'fox',
      kind: seat % 2 === 0 ? ('guest' as const) : ('practice' as const),
    },
  }))
  const sit = ({ ref, seed: own, player }: (typeof players)[number]) =>
    run({ type: 'sit', at: 0, ref, commit: playerCommit(matchId, ref, own), player })
  for (const player of until === 'gathering' ? players.slice(0, 1) : players) sit(player)
  const lockHash = seededHex(random, 32)
  if (until !== 'gathering') run({ type: 'lock', at: 0, prevLog: '0'.repeat(64), lockHash, revealMs: 5000 })
  const begin = () => {
    for (const [seat, player] of players.entries()) run({ type: 'reveal', at: 0, seat, seed: player.seed })
    const order = players.map(({ ref, seed: own }) => ({ ref, seed: own }))
    dealer = deal({ rules: allRules, lockHash, serverSeed, players: order })
    const { board } = run({ type: 'start', at: 0 })
    return (board?.tiles ?? []).flatMap((open, tile) => (open ? [tile] : []))
  }
  if (until === 'playing') begin()
  return {
    state: () => state,
    events: () => events,
    news: () => news.splice(0),
    run,
    begin,
    open(what, at = 1000) {
      const { turn, board } = state
      if (!turn || !board || !dealer) throw new Error('no turn runs')
      const deck = dealer
      const tile = board.tiles.findIndex(
        (open, index) => !open && deck.tile(board.board, index).mine === (what === 'mine'),
      )
      return run({ type: 'open', at, seat: turn.seat, turn: turn.turn, tile })
    },
    expire(at = 12_001) {
      if (!state.turn) throw new Error('no turn runs')
      return run({ type: 'expire', at: Math.max(at, state.turn.deadline + 1), turn: state.turn.turn })
    },
  }
}
