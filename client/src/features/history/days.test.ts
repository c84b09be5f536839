import type { HistoryMatch } from '@minefall/shared/contracts'
import { matchIdSchema } from '@minefall/shared/game'
import { describe, expect, test } from 'vitest'
import { byDay, nearDay, netOf } from './days.ts'

const at = (day: number, hour: number) => new Date(2026, 2, day, hour).getTime()

const ended = (endedAt: number): HistoryMatch => ({
  matchId: matchIdSchema.parse('0'.repeat(32)),
  gameId: 'mines-duel',
  asset: 'coin',
  stake: '100',
  seat: 0,
  players: [null, null],
  outcome: 'lost',
  place: 2,
  payout: '0',
  plies: 3,
  private: false,
  rematch: false,
  startedAt: endedAt - 60_000,
  endedAt,
})

describe('a history by day', () => {
  test('keeps the order and begins a day at midnight where the visitor is', () => {
    const matches = [at(8, 23), at(8, 0), at(7, 23), at(5, 12)].map(ended)
    expect(byDay(matches).map(({ matches: of }) => of.length)).toEqual([2, 1, 1])
    expect(byDay([])).toEqual([])
  })

  test('knows today and yesterday, also across the day that clocks are set', () => {
    for (let day = 1; day <= 31; day += 1) {
      expect(nearDay(at(day, 1), at(day, 23))).toBe('today')
      expect(nearDay(at(day, 23), at(day + 1, 0))).toBe('yesterday')
      expect(nearDay(at(day, 0), at(day + 1, 23))).toBe('yesterday')
      expect(nearDay(at(day, 23), at(day + 2, 0))).toBeNull()
    }
  })

  test('counts what came back less the stake', () => {
    expect(netOf({ payout: '195', stake: '100' })).toBe(95n)
    expect(netOf({ payout: '0', stake: '100' })).toBe(-100n)
    expect(netOf({ payout: '9007199254740995', stake: '1' })).toBe(9007199254740994n)
  })
})
