import type { Table } from '@minefall/shared/contracts/rest'
import { afterEach, expect, test, vi } from 'vitest'
import { fetchTable } from './catalogue.ts'

const asked: string[] = []
const answer = (data: unknown) =>
  vi.stubGlobal('fetch', async (url: string) => {
    if (url !== '/config.json') asked.push(url)
    return Response.json(data)
  })
afterEach(() => {
  asked.splice(0)
  vi.unstubAllGlobals()
})

const duel: Table = {
  gameId: 'mines-duel',
  name: 'Duel',
  seats: 2,
  rules: { boards: 1, clockMs: 12_000, clues: false, h: 4, mines: 1, rakeBps: 0, w: 4 },
  stakes: ['10', '100'],
  assets: ['coin'],
  guests: false,
  practice: false,
}

test('a table is asked for by its id', async () => {
  answer({ code: 200, msg: 'ok', data: duel })
  expect(await fetchTable('mines-duel')).toEqual(duel)
  expect(asked).toEqual(['/api/game/detail?gameId=mines-duel'])
})

test.each([
  [1404, 'no such game'],
  [1001, 'no such id'],
])('%d is no table: %s', async (code, msg) => {
  answer({ code, msg, data: null })
  expect(await fetchTable('mines & more')).toBeNull()
  expect(asked).toEqual(['/api/game/detail?gameId=mines+%26+more'])
})

test('any other failure is one', async () => {
  answer({ code: 1500, msg: 'broken', data: null })
  await expect(fetchTable('mines-duel')).rejects.toMatchObject({ code: 1500 })
})
