import type { Daily, DailyTry } from '@minefall/shared/contracts/rest'
import { dailyRules } from '@minefall/shared/daily'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { putTry } from './queries.ts'

const day = '2026-03-01'
const queryKey = ['daily', 'guest', 'today']

const tryWith = (...opened: number[]): DailyTry => ({
  ...{ day, rules: dailyRules, leaves: [], openers: [], beganAt: 1, finishAt: 2, endedAt: null },
  tiles: opened.map((tile) => ({ tile, mine: false, clue: 0, salt: '0'.repeat(32) })),
  result: { accuracy: null, seconds: null },
})
const today = (own: DailyTry): Daily => ({
  ...{ now: 1, day, endsAt: 2, board: null, isDeviceUsed: false, claimable: 0, streak: 0, openDay: null },
  tries: [own],
})

test('a tile that is open stays open when an answer of before comes in late', async () => {
  const client = new QueryClient()
  client.setQueryData(queryKey, today(tryWith(4)))
  let answer = (_daily: Daily) => {}
  const looking = client.fetchQuery({
    queryKey,
    queryFn: () => new Promise<Daily>((resolve) => (answer = resolve)),
  })
  await putTry(client, queryKey, tryWith(4, 7))
  answer(today(tryWith(4)))
  // What was broken off is no failure of the page.
  await looking.catch(() => undefined)
  const tiles = client.getQueryData<Daily>(queryKey)?.tries[0]?.tiles
  expect(tiles?.map(({ tile }) => tile)).toEqual([4, 7])
})
