import { expect, it } from 'vitest'
import type { HarmName } from '../load/arguments.ts'
import type { Felt as FeltAlone } from '../load/cluster/harms.ts'
import { reckoning, story, time } from './words.ts'

type Felt = FeltAlone & { name: HarmName }

const none = { count: 0, p50: Number.NaN, p99: Number.NaN, max: Number.NaN }
const felt: Felt = {
  name: 'owner',
  title: '',
  lasted: 12,
  gap: { count: 11, p50: 640, p99: 900, max: 1_204 },
  stuck: 0,
  before: { count: 9, p50: 8, p99: 20, max: 30 },
  during: { count: 9, p50: 9, p99: 140, max: 220 },
  steps: [],
  back: none,
  paused: { told: none, over: none },
  deskMs: null,
  turnsLost: 0,
}

it('tells times as people read them', () => {
  expect([3.4, 999, 1_000, 12_345, Number.POSITIVE_INFINITY].map(time)).toEqual([
    '3 ms',
    '999 ms',
    '1.00 s',
    '12.35 s',
    'never',
  ])
})

it('tells the gap that a kill left', () => {
  expect(story(felt)).toEqual([
    expect.stringContaining('SIGKILL'),
    'to the next accepted move of 11 matches it hit: 640 ms in half of them, 1.20 s at most',
  ])
})

it('tells how long after an outage play went on, and who heard of it', () => {
  const told = { count: 100, p50: 200, p99: 300, max: 400 }
  const outage: Felt = { ...felt, name: 'nats', lasted: 10_000, gap: { ...told, p50: 10_100, max: 10_400 } }
  expect(story({ ...outage, paused: { told, over: told } }).slice(1)).toEqual([
    'was away for 10.00 s; from then to the next accepted move of 100 matches: 100 ms in half of them, 400 ms at most',
    '100 players learned that play is paused',
  ])
})

it('tells what a rolling restart was felt as', () => {
  expect(story({ ...felt, name: 'rolling', lasted: 9_000 })[1]).toBe(
    'took 9.00 s; a move was answered within 140 ms in 99 of 100 (20 ms before), the slowest within 220 ms',
  )
})

it('tells what must not be', () => {
  expect(story({ ...felt, stuck: 2, turnsLost: 3 }).slice(2)).toEqual([
    '2 matches are stuck',
    '3 turns were lost to the clock',
  ])
  const left = { promised: 10, lost: 1, doubled: 0, turnsLost: 0, idle: 0, stale: 0 }
  expect(reckoning({ ...left, ledger: ['a coin is missing'] })).toContain('the ledger: a coin is missing')
  expect(reckoning({ ...left, ledger: [] })[0]).toBe(
    '10 moves were acknowledged; 9 of them are in the journal, 0 are in it twice',
  )
})
