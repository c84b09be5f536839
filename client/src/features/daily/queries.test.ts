import type { Daily, DailyTry } from '@minefall/shared/contracts/rest'
import { dailyRules } from '@minefall/shared/daily'
import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { storedSession } from '../../machines/session/stored-session.ts'
import { mai, signedIn } from '../../machines/session/testing/tabs.ts'
import { opening, putTry } from './queries.ts'

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

/** A guest's press of a tile on a page that shows {@link mai}'s board by the time it is answered. */
const pressedBefore = (answer: () => Response) => {
  const kept = new Map<string, string>()
  const localStorage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
    removeItem: (name: string) => kept.delete(name),
  }
  vi.stubGlobal('window', { localStorage })
  onTestFinished(() => void vi.unstubAllGlobals())
  const client = new QueryClient()
  const ofMai = ['daily', mai.id, 'today']
  client.setQueryData(queryKey, today(tryWith(4)))
  client.setQueryData(ofMai, today(tryWith(1)))
  const observer = new MutationObserver(client, { ...opening(client, null), retryDelay: 0 })
  const fetched = vi.fn(async (url: string) => {
    if (url === '/config.json') return Response.json({})
    storedSession.keep('token', signedIn('token'))
    // As the page does when it is drawn for the next one.
    observer.setOptions({ ...opening(client, mai.id), retryDelay: 0 })
    return answer()
  })
  vi.stubGlobal('fetch', fetched)
  const tilesOf = (queryKey: readonly unknown[]) =>
    client.getQueryData<Daily>(queryKey)?.tries[0]?.tiles.map(({ tile }) => tile)
  return {
    press: () => observer.mutate({ day, tile: 7 }),
    sent: () => fetched.mock.calls.filter(([url]) => url !== '/config.json').length,
    boards: () => ({ guest: tilesOf(queryKey), mai: tilesOf(ofMai) }),
  }
}

test('a tile that is answered after someone else has signed in is shown on no board of theirs', async () => {
  const { press, boards } = pressedBefore(() =>
    Response.json({ code: 200, msg: 'ok', data: { ...tryWith(4, 7), leaves: ['0'.repeat(64)] } }),
  )
  await press()
  expect(boards()).toEqual({ guest: [4, 7], mai: [1] })
})

test('a tile that failed is not opened for someone else who has signed in since', async () => {
  const { press, sent } = pressedBefore(() => Response.error())
  await expect(press()).rejects.toThrow()
  expect(sent()).toBe(1)
})
