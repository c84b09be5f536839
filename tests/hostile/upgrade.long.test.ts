import { PGlite } from '@electric-sql/pglite'
import { expect, test } from 'vitest'
import { fillOldDatabase, migrationTexts, oldBalances, readOldDatabase } from '../harness/old-database.ts'

test('a database of schema 0022 comes to the same on the embedded engine', async () => {
  const engine = await PGlite.create()
  await fillOldDatabase(
    async (sql, values) =>
      values ? (await engine.query(sql, values)).rows : ((await engine.exec(sql)).at(-1)?.rows ?? []),
    await readOldDatabase(Date.now()),
  )
  await engine.transaction(async (tx) => {
    for (const text of await migrationTexts(23)) await tx.exec(text)
  })
  expect((await engine.query(oldBalances.sql)).rows).toEqual(oldBalances.rows)
  await engine.close()
})
