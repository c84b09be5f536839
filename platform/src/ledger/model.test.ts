import { expect, it } from 'vitest'
import { describeDatabase } from '../db/testing.ts'
import { everywhere, playHistory, type Tally } from './testing-history.ts'

/** Six histories in a row that come upon everything; `model.long.test.ts` goes through hundreds on both databases. */
const seeds = [749, 750, 751, 752, 753, 754]

describeDatabase('any history of the ledger', (open) => {
  it('keeps every invariant after every operation', async () => {
    const db = await open()
    const tally: Tally = new Map()
    for (const seed of seeds) await playHistory(db, seed, tally)
    expect(everywhere.filter((place) => !tally.has(place))).toEqual([])
  })
})
