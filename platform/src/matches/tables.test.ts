import { readFile } from 'node:fs/promises'
import { catalogue } from '@minefall/shared/game'
import { expect, it } from 'vitest'
import { catalogueSql } from '../db/catalogue.ts'
import { describeDatabase } from '../db/testing.ts'
import { readTables } from './tables.ts'

describeDatabase('the catalogue', (open) => {
  it('is what a new database offers', async () => {
    const tables = await readTables(await open(), 0)
    expect(tables).toEqual(
      catalogue.map((table) => ({ ...table, isOpen: true, ownRakeBps: null, version: expect.any(Number) })),
    )
  })

  it('gives an older database its rules, and leaves what staff decided of a table', async () => {
    const db = await open()
    await db.query(`delete from game_table where game_id = 'mines-duel'`)
    await db.query(
      `update game_table set mines = 5, stakes = '{7}', is_open = false where game_id = 'mines-classic'`,
    )
    // The second time finds nothing to change.
    for (const _ of [1, 2]) await db.query(catalogueSql)
    const tables = await readTables(db, 0)
    expect(tables.at(-1)).toMatchObject({ gameId: 'mines-duel', version: 1 })
    const classic = catalogue.find(({ gameId }) => gameId === 'mines-classic')
    expect(tables.find(({ gameId }) => gameId === 'mines-classic')).toEqual({
      ...classic,
      stakes: ['7'],
      isOpen: false,
      ownRakeBps: null,
      version: 2,
    })
  })

  it('is what the manual prints', async () => {
    const manual = await readFile(new URL('../../../docs/game-rules.md', import.meta.url), 'utf8')
    const [, printed = ''] = /### Tables\n\n((?:\|.*\n)+)/.exec(manual) ?? []
    const rows = printed
      .split('\n')
      .slice(2, -1)
      .map((row) =>
        row
          .split('|')
          .slice(1, 8)
          .map((cell) => cell.trim()),
      )
    expect(rows).toEqual(
      catalogue.map(({ name, seats, rules, stakes, assets }) => [
        name,
        String(seats),
        `${rules.w} × ${rules.h}`,
        String(rules.mines) + (rules.rise ? ` + ${rules.rise}` : ''),
        rules.clues ? String(rules.openers) + (rules.fade ? ` − ${rules.fade}` : '') : '–',
        rules.clues ? 'yes' : 'no',
        stakes.join(', ').replace('10000', '10 000') + (assets[0] === 'trial' ? ' trial coins' : ''),
      ]),
    )
  })
})
