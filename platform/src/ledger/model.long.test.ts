import { expect, it } from 'vitest'
import { describeDatabases } from '../db/testing.ts'
import { everywhere, playHistory, type Tally } from './testing-history.ts'

/** A whole number of the environment. */
const setting = (name: string, otherwise: number): number => {
  const text = process.env[name]
  const number = text === undefined ? otherwise : Number(text)
  if (!Number.isInteger(number) || number < 1) throw new Error(`${name} must be a whole number, not ${text}`)
  return number
}

/** A database is used for so many histories: the whole of it is looked at after every operation. */
const historiesADatabase = 20
/** From so many on they come upon everything: what is rarest is in one of sixteen. */
const enough = 200

const first = setting('SEED', Math.floor(1 + Math.random() * 2 ** 30))
const histories = setting('HISTORIES', 500)

describeDatabases('hundreds of histories of the ledger', (open) => {
  it('keep every invariant after every operation', async () => {
    const began = performance.now()
    const tally: Tally = new Map()
    let db = await open()
    for (let number = 0; number < histories; number++) {
      if (number > 0 && number % historiesADatabase === 0) {
        await db.close()
        db = await open()
      }
      await playHistory(db, first + number, tally)
    }
    const operations = [...tally.values()].reduce((sum, times) => sum + times, 0)
    const minutes = ((performance.now() - began) / 60_000).toFixed(1)
    console.log(
      `${db.kind}: seeds ${first} to ${first + histories - 1}, ${operations} operations, ${minutes} minutes`,
    )
    expect(everywhere.filter((place) => !tally.has(place) && histories >= enough)).toEqual([])
  }, 3_600_000)
})
