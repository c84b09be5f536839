import { testServer } from '@minefall/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Server, startServer } from '../harness/server.ts'
import { patient } from '../harness/settings.ts'
import { comeIn } from './innocents.ts'

/** Not an attack, though it looks like one: a school, an office or a train behind one address. */
export const crowdOf = (guests: number): void => {
  const postgres = testServer()
  let server: Server
  beforeAll(async () => {
    // What is shipped here is how much one address may have, not how quickly it is answered.
    server = await startServer({ ...patient, DATABASE_URL: await postgres.fresh() })
  })
  afterAll(() => server.remove())

  it(`seats ${guests} guests of one address who press "Play a trial" at once, as shipped`, async () => {
    const players = await Promise.all(
      Array.from({ length: guests }, async () => {
        const player = await comeIn(server.url)
        await player.join('mines-trial', '100', 'trial')
        return player
      }),
    )
    expect(players.filter((player) => player.seat() === null)).toEqual([])
    for (const player of players) player.leave()
  })
}
