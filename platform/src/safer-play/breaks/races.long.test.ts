import { it } from 'vitest'
import { describeDatabases } from '../../db/testing.ts'
import { raceBreaksWithLastSeats } from './testing-races.ts'

describeDatabases('breaks that race, at length', (open) => {
  it('lose no hold against the last seat of a match', async () => {
    await raceBreaksWithLastSeats(await open(), 400)
  })
})
