import { describe, expect, it } from 'vitest'
import type { Rules } from '../rules/index.ts'
import { seededRandom } from '../testing/seeded-random.ts'
import { decide } from './decide.ts'
import type { GameEvent } from './events.ts'
import { evolve, evolveOwn, foldEvents, type OwnLists } from './evolve.ts'
import { plainDealer } from './plain-dealer.ts'
import { carryOut, readyMatch } from './simulation.ts'
import type { Command } from './state.ts'
import { view, viewEvent } from './view.ts'

const rules: Rules = { boards: 2, clockMs: 12_000, clues: true, h: 4, mines: 3, rakeBps: 0, w: 4 }
const dealer = plainDealer(seededRandom(2), 3, rules)
const ready = readyMatch({ gameId: 'mines-test', seats: 3, rules }, seededRandom(1))
const started = carryOut(ready, { type: 'start', at: 0 }, dealer)
const safe = Array.from({ length: 16 }, (_, tile) => tile).find((tile) => !dealer.tile(0, tile).mine) ?? 0
const seat = started.turn?.seat ?? 0

const decision = decide(started, { type: 'open', at: 0, seat, turn: 0, tile: safe }, dealer)
const events = decision.ok ? decision.events : []
const opened = events[0]
if (opened?.type !== 'TileOpened') throw new Error('the first turn opens a tile')

describe('folding an event', () => {
  it('shares with the state before whatever did not change', () => {
    const after = evolve(started, opened)
    expect(after.lock).toBe(started.lock)
    expect(after.order).toBe(started.order)
    expect(after.board?.leaves).toBe(started.board?.leaves)
    expect(after.table).toBe(started.table)
    const idle = evolve(started, { ...opened, by: 'clock' })
    expect(idle.table.filter((other, index) => other === started.table[index])).toHaveLength(2)
  })

  it('throws for an event that cannot follow', () => {
    const after = evolve(started, opened)
    expect(() => evolve(after, opened)).toThrow(/not closed/)
    expect(() => evolve(started, { ...opened, board: 1 })).toThrow(/not closed/)
    expect(() => evolve(ready, opened)).toThrow(/not closed/)
    expect(() => evolve(started, { ...opened, tile: 99 })).toThrow(/not closed/)
    const out: GameEvent = { type: 'SeatOut', v: 1, at: 0, seat: 5, reason: 'left', place: 3 }
    expect(() => evolve(started, out)).toThrow(/is empty/)
  })

  it('gives the same whether the events come one by one or at once', () => {
    expect(foldEvents(started, events)).toEqual(events.reduce(evolve, started))
    expect(foldEvents(started, [])).toBe(started)
  })

  it('gives the same with separate lists, board after board, and leaves what was shown before as it was', () => {
    const own: OwnLists = { tiles: [], moves: [] }
    let [state, ours] = [ready, ready]
    const shown = [{ before: ready, viewed: view(ready) }]
    const follow = (next: GameEvent) => {
      state = evolve(state, next)
      ours = evolveOwn(ours, next, own)
      expect(ours).toEqual(state)
      shown.push({ before: state, viewed: view(ours) })
    }
    const carry = (command: Command) => {
      const made = decide(state, command, dealer)
      if (!made.ok) throw new Error(made.refusal)
      made.events.forEach(follow)
    }
    carry({ type: 'start', at: 0 })
    while (state.turn && state.board) {
      const tile = state.board.tiles.indexOf(null)
      carry({ type: 'open', at: 0, seat: state.turn.seat, turn: state.turn.turn, tile })
    }
    expect(state.phase).toBe('settled')
    expect(state.moves.length).toBeGreaterThan(2)
    for (const { before, viewed } of shown) expect(viewed).toEqual(before)
  })
})

describe('the view', () => {
  const taken = {
    type: 'SeatTaken',
    v: 1,
    at: 0,
    seat: 1,
    ref: '01'.repeat(16),
    commit: '02'.repeat(32),
    player: { name: 'One', avatar: 'one', kind: 'player' },
    holder: 'account-1',
  } as const satisfies GameEvent

  it('hides the account behind a seat, in the state and in its event', () => {
    expect(view(evolve(ready, taken)).table[1]).not.toHaveProperty('holder')
    expect(viewEvent(taken)).toEqual({ ...taken, holder: undefined })
    expect(viewEvent(taken)).not.toHaveProperty('holder')
  })

  it('leaves the state it was made from as it is', () => {
    const state = evolve(ready, taken)
    view(state)
    expect(state.table[1]?.holder).toBe('account-1')
  })

  it('of a view is that view, and events without a secret are shown as they are', () => {
    expect(view(view(started))).toEqual(view(started))
    expect(viewEvent(opened)).toBe(opened)
  })
})
