import { expect } from 'vitest'
import type { Dealer } from '../fairness/index.ts'
import type { Rules } from '../rules/index.ts'
import { seededRandom } from '../testing/seeded-random.ts'
import { decide } from './decide.ts'
import type { GameEvent } from './events.ts'
import { laidDealer } from './plain-dealer.ts'
import { carryOut, readyMatch } from './simulation.ts'
import type { Command, MatchState, Refusal } from './state.ts'

/** For tests alone: small matches of three seats whose order and mines are laid by hand. */
export const blind: Rules = { boards: 1, clockMs: 12_000, clues: false, h: 3, mines: 2, rakeBps: 0, w: 3 }
export const clues: Rules = { ...blind, boards: 2, clues: true }
export const allTiles = [0, 1, 2, 3, 4, 5, 6, 7, 8]

/** Seat 1 moves first, then 2, then 0. Mines lie at 0 and 8 of the first board, 3 and 4 of the second. */
export const dealerOf = (rules: Rules, autoOrder = allTiles): Dealer =>
  laidDealer({
    rules,
    order: [1, 2, 0],
    mines: [
      [0, 8],
      [3, 4],
    ],
    autoOrder,
  })

export const ready = (rules: Rules) => readyMatch({ gameId: 'mines-test', seats: 3, rules }, seededRandom(1))
export const started = (rules: Rules = blind) =>
  carryOut(ready(rules), { type: 'start', at: 1000 }, dealerOf(rules))

export const after = (state: MatchState, ...commands: Command[]): MatchState =>
  commands.reduce((match, command) => carryOut(match, command, dealerOf(state.rules)), state)

/** Opens these tiles by the player to move. */
export const opening = (state: MatchState, ...tiles: number[]): MatchState =>
  tiles.reduce((match, tile) => {
    const { seat, turn } = match.turn ?? { seat: -1, turn: -1 }
    return after(match, { type: 'open', at: 2000, seat, turn, tile })
  }, state)

export const eventsOf = (state: MatchState, command: Command, dealer = dealerOf(state.rules)) => {
  const decision = decide(state, command, dealer)
  if (!decision.ok) throw new Error(decision.refusal)
  return decision.events
}
export const types = (events: readonly GameEvent[]) => events.map(({ type }) => type)
export const expire = (turn: number): Command => ({ type: 'expire', at: 9000, turn })
export const expectRefusal = (state: MatchState, command: Command, refusal: Refusal) =>
  expect(decide(state, command, dealerOf(state.rules))).toEqual({ ok: false, refusal })
