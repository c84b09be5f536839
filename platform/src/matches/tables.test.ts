import { readFile } from 'node:fs/promises'
import { catalogue } from '@minefall/shared/testing'
import { expect, it } from 'vitest'
import { describeDatabase } from '../db/testing.ts'
import { readTables } from './tables.ts'

describeDatabase('the catalogue', (open) => {
  it('is what a new database offers', async () => {
    const tables = await readTables(await open(), 0)
    expect(tables).toEqual(
      catalogue.map((table) => ({ ...table, isOpen: true, ownRakeBps: null, version: 1 })),
    )
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
          .slice(1, 7)
          .map((cell) => cell.trim()),
      )
    expect(rows).toEqual(
      catalogue.map(({ name, seats, rules, stakes, assets }) => [
        name,
        String(seats),
        `${rules.w} × ${rules.h}`,
        String(rules.mines),
        rules.clues ? 'yes' : 'no',
        stakes.join(', ').replace('10000', '10 000') + (assets[0] === 'trial' ? ' trial coins' : ''),
      ]),
    )
  })
})
