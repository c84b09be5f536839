import { expect, it } from 'vitest'
import { describeDatabases } from '../db/testing.ts'
import { everywhere, playHistory, type Tally } from './testing-history.ts'

/** How many histories each engine goes through; `model.long.test.ts` goes through hundreds. */
const histories = 20

describeDatabases('any history of the ledger', (open) => {
  it('keeps every invariant after every operation', async () => {
    const db = await open()
    const tally: Tally = new Map()
    for (let seed = 1; seed <= histories; seed++) await playHistory(db, seed, tally)
    expect(everywhere.filter((place) => !tally.has(place))).toEqual([])
  })
})
