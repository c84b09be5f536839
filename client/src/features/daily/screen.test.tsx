import type { Daily, DailyTry } from '@minefall/shared/contracts/rest'
import { beginOf, dailyRules, dayMs, dealDay } from '@minefall/shared/daily'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { loadNamespaces, startTranslations } from '../../i18n/i18n.ts'
import { DailyScreen } from './DailyScreen.tsx'
import { dealOpen } from './try-match.ts'

beforeAll(async () => {
  await startTranslations()
  await loadNamespaces(['daily', 'player', 'match', 'board', 'vip', 'orders', 'notices', 'errors', 'ui'])
})

const [yesterday, day, seed] = ['2026-03-01', '2026-03-02', 'ab'.repeat(32)]
const midnight = beginOf(day)
const { board, tile } = dealDay(yesterday, seed, dailyRules)
const { begin, open } = dealOpen({
  ...{ day: yesterday, seed, rules: dailyRules, root: board(0).root, commit: '' },
  ...{ committedAt: 0, openedAt: 0, line: { shard: 0, position: 1 }, seedLine: { shard: 0, position: 2 } },
})
const mines = Array.from(board(0).leaves.keys()).filter((nth) => tile(0, nth).mine)

/** Yesterday's try, of which so many lives were lost at a time. */
const tryWith = (lost: number, at: number): DailyTry =>
  mines.slice(0, lost).reduce((daily, mine) => open(daily, mine, at), begin(midnight - 60_000))

/** What a guest sees a minute after midnight, who has not begun the board of the new day. */
const seen = (late: DailyTry): string => {
  const client = new QueryClient()
  const daily: Daily = {
    ...{ now: midnight + 60_000, day, endsAt: midnight + dayMs, board: null, isDeviceUsed: false },
    ...{ tries: [late], claimable: 0, streak: 0, openDay: null },
  }
  client.setQueryData(['daily', 'guest', 'today'], daily)
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <DailyScreen />
    </QueryClientProvider>,
  )
}

test('a board that is finished after midnight stays in sight with its outcome, one of the day before does not', () => {
  const [lives, outcome] = ['Lives', 'Out of lives']
  const running = seen(tryWith(dailyRules.lives - 1, midnight))
  expect([running.includes(lives), running.includes(outcome)]).toEqual([true, false])
  const finished = seen(tryWith(dailyRules.lives, midnight))
  expect([finished.includes(lives), finished.includes(outcome)]).toEqual([true, true])
  const before = seen(tryWith(dailyRules.lives, midnight - 1))
  expect([before.includes(lives), before.includes(outcome)]).toEqual([false, false])
})
