import { it } from 'vitest'
import { describeDatabase } from '../../db/testing.ts'
import { raceBreaksWithLastSeats } from './testing-races.ts'

describeDatabase('breaks that race, at length', (open) => {
  it('lose no hold against the last seat of a match', async () => {
    await raceBreaksWithLastSeats(await open(), 400)
  })
})
