import { describe, expect, it } from 'vitest'
import {
  advanceDemo,
  chooseTile,
  coordinate,
  type DemoState,
  demoAt,
  neighbors,
  stageMs,
  startDemo,
} from './demo.ts'

const playOut = (seed: number): DemoState[] => {
  const states = [startDemo(seed)]
  for (let state = startDemo(seed); state.stage !== 'won'; ) {
    state = advanceDemo(state)
    states.push(state)
    if (states.length > 500) throw new Error('the match does not end')
  }
  return states
}

describe('the match on Home', () => {
  it('ends with one winner, from every seed', () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const last = playOut(seed).at(-1)
      expect(last?.players[last.seat]?.out).toBe(false)
    }
  })

  it('is the same match from the same seed', () => {
    expect(playOut(7)).toEqual(playOut(7))
    expect(playOut(8)).not.toEqual(playOut(7))
  })

  it('gives no one who is out another turn', () => {
    for (const state of playOut(3))
      if (state.stage === 'choosing') expect(state.players[state.seat]?.out).toBe(false)
  })

  it('puts out the player who opened a mine, and shows true clues for the rest', () => {
    for (const { columns, rows, mines, tiles } of playOut(11))
      tiles.forEach((tile, index) => {
        if (tile === null) return
        expect(tile.mine).toBe(mines[index])
        expect(tile.clue).toBe(neighbors(index, columns, rows).filter((other) => mines[other]).length)
      })
  })

  it('opens closed tiles only', () => {
    for (const state of playOut(5))
      if (state.stage === 'choosing') expect(state.tiles[chooseTile(state)]).toBeNull()
  })

  it('starts over after the win', () => {
    const last = playOut(4).at(-1)
    if (!last) throw new Error('nothing was played')
    expect(advanceDemo(last)).toEqual(startDemo(5))
  })

  it('shows a match under way at first sight, with a tile up', () => {
    const state = demoAt(2, 8)
    expect(state.stage).toBe('lifted')
    expect(state.turn).toBeGreaterThanOrEqual(8)
    expect(state.tiles.filter((tile) => tile !== null).length).toBeGreaterThanOrEqual(8)
  })

  it('shows every stage for a while', () => {
    for (const state of playOut(9)) expect(stageMs(state)).toBeGreaterThanOrEqual(500)
  })
})

it('names tiles by column letter and row number', () => {
  expect([0, 5, 6, 35].map((tile) => coordinate(tile, 6))).toEqual(['A1', 'F1', 'A2', 'F6'])
})
