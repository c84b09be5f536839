import { expect, it } from 'vitest'
import { type Felt, faultsOf } from './harms.ts'

const none = { count: 0, p50: Number.NaN, p99: Number.NaN, max: Number.NaN }
const felt: Felt = {
  title: 'SIGKILL of a BFF',
  lasted: 12,
  gap: { count: 11, p50: 640, p99: 900, max: 1_204 },
  stuck: 0,
  before: none,
  during: none,
  steps: [],
  back: none,
  paused: { told: none, over: none },
  deskMs: 2_900,
  turnsLost: 0,
}
const never = Number.POSITIVE_INFINITY

it('nothing is wrong where all matches, players and the desk are there again', () => {
  expect(faultsOf(felt)).toEqual([])
  expect(faultsOf({ ...felt, deskMs: null, back: { count: 300, p50: 800, p99: 1_400, max: 1_456 } })).toEqual(
    [],
  )
})

it('names matches that are paused, players who stay away and a desk that is not right', () => {
  const back = { count: 2, p50: 800, p99: never, max: never }
  expect(faultsOf({ ...felt, stuck: 3, back, deskMs: never })).toEqual([
    'SIGKILL of a BFF: 3 matches are stuck',
    'SIGKILL of a BFF: not all players came back to their matches',
    'SIGKILL of a BFF: the desk is not right after 20 s',
  ])
})
