import { matchIdSchema } from '@minefall/shared/game'
import { describe, expect, it } from 'vitest'
import { gapsOf, pausesOf, returnsOf, spreadOf, waitsOf } from './felt.ts'

const match = (digit: string) => matchIdSchema.parse(digit.repeat(32))
const [a, b, c] = [match('a'), match('b'), match('c')]
const click = (matchId: typeof a, sentAt: number, at: number) => ({
  matchId,
  sentAt,
  at,
  commandId: '',
  seq: 1,
})
const none = {
  clicks: [],
  losses: [],
  returns: [],
  pauses: [],
  accepted: () => {},
  lost: () => {},
  back: () => {},
  paused: () => {},
  clear: () => {},
}

describe('the gap of a match', () => {
  it('ends with its first click that is accepted after the harm', () => {
    const clicks = [
      click(a, 990, 1_400),
      click(a, 1_450, 1_460),
      click(b, 1_100, 1_700),
      click(c, 1_000, 1_001),
    ]
    expect([...gapsOf([a, b], clicks, 1_000)]).toEqual([
      [a, 400],
      [b, 700],
    ])
  })

  it('is not ended by an answer that was on its way already', () => {
    const clicks = [click(a, 900, 950), click(a, 990, 1_010), click(a, 1_020, 1_300)]
    expect(gapsOf([a], clicks, 1_000).get(a)).toBe(300)
  })

  it('ends with a click that was sent after the harm, however soon that was accepted', () => {
    expect(gapsOf([a], [click(a, 1_001, 1_005)], 1_000).get(a)).toBe(5)
  })

  it('has no end without one', () => {
    expect(gapsOf([a], [], 1_000).get(a)).toBe(Number.POSITIVE_INFINITY)
  })
})

it('the wait of a click is from its first sending to its answer, in the time that is asked for', () => {
  const clicks = [click(a, 0, 10), click(a, 15, 40), click(b, 30, 90)]
  expect(waitsOf(clicks, 20, 90)).toEqual([25])
})

it('a player is back with the last return after a loss', () => {
  const losses = [
    { player: 1, at: 500 },
    { player: 2, at: 1_010 },
    { player: 3, at: 1_020 },
  ]
  const returns = [
    { player: 2, at: 1_200 },
    { player: 2, at: 1_900 },
    { player: 1, at: 1_300 },
  ]
  expect(returnsOf({ ...none, losses, returns }, 1_000)).toEqual([900, Number.POSITIVE_INFINITY])
})

it('each player counts once as told of the pause, and once as told of its end', () => {
  const pauses = [
    { player: 1, at: 900, paused: true },
    { player: 1, at: 1_300, paused: true },
    { player: 2, at: 1_400, paused: true },
    { player: 1, at: 9_000, paused: false },
    { player: 1, at: 9_500, paused: true },
  ]
  expect(pausesOf({ ...none, pauses }, 1_000)).toEqual({ told: [300, 400], over: [8_000] })
})

it('a spread tells how many, and where half and all but a hundredth lie', () => {
  const values = Array.from({ length: 200 }, (_, index) => index + 1)
  expect(spreadOf(values)).toEqual({ count: 200, p50: 100, p99: 198, max: 200 })
  expect(spreadOf([])).toEqual({ count: 0, p50: Number.NaN, p99: Number.NaN, max: Number.NaN })
})
