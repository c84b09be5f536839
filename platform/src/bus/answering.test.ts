import { bodyCode } from '@minefall/shared/contracts'
import { matchIdSchema } from '@minefall/shared/game'
import { inProcessBus, silentLogger } from '@minefall/shared/node'
import { manualClock } from '@minefall/shared/testing'
import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { describeDatabase } from '../db/testing.ts'
import { buildHttp, edgeKeyHeader } from '../http/index.ts'
import { gameRoutes, seatedOf } from '../matches/index.ts'
import { setStage } from '../matches/testing.ts'
import { startPlayers } from '../players/index.ts'
import { testGuests } from '../players/testing.ts'
import { tellingOutages } from './answering.ts'

const log = silentLogger()

describeDatabase('a database that is away', (open) => {
  it('is sent to players as such, not as a fault of ours', async () => {
    const db = await open()
    const stage = await setStage(db)
    const guest = await stage.guest()
    await guest.play()
    const { bus, clock } = stage
    startPlayers({
      db,
      bus,
      clock,
      log,
      guests: testGuests(clock),
      trialCoins: 1_000,
      guestRetentionMs: 0,
      authenticate: async () => ({ refused: bodyCode.tokenInvalid }),
      seatedOf: (playerId) => seatedOf(db, playerId),
      unreadOf: async () => ({ version: 0, count: 0 }),
    })
    await db.close()

    const identified = await bus.request('player.identify', { deviceId: 'd'.repeat(32) })
    const past = {
      playerId: guest.id,
      matchId: matchIdSchema.parse('f'.repeat(32)),
      commandId: 'c'.repeat(32),
    }
    const answers = [identified, await guest.find(), await bus.request('match.leave', past)]
    for (const { code, msg, data } of answers) {
      expect([code, data]).toEqual([1503, null])
      expect(msg).toMatch(/database can’t be reached .* Try again/)
    }
  })

  it('is reported by HTTP as 503 with 1503', async () => {
    const db = await open()
    const edgeKey = 'e'.repeat(64)
    const app = await buildHttp({
      log,
      edgeKeys: [edgeKey],
      ready: () => true,
      metrics: new Registry(),
      newId: () => 'request-1',
      routes: async (routed) => {
        await routed.register(gameRoutes, { db, rakeBps: 0, signedIn: async () => ({ playerId: 'a' }) })
      },
    })
    const list = () => app.inject({ url: '/api/game/list', headers: { [edgeKeyHeader]: edgeKey } })
    expect((await list()).statusCode).toBe(200)
    await db.close()
    const answer = await list()
    expect([answer.statusCode, answer.json()]).toMatchObject([503, { code: 1503, data: null }])
    await app.close()
  })
})

it('is not what any other failure of a handler is reported as', async () => {
  const bus = inProcessBus({ log, clock: manualClock() })
  tellingOutages(bus, log).respond('lobby.digest', async () => {
    throw new Error('a mistake')
  })
  expect((await bus.request('lobby.digest', {})).code).toBe(1500)
})
