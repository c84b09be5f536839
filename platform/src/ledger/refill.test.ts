import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { callAll, type Database } from '../db/index.ts'
import { describeDatabase } from '../db/testing.ts'
import { balanceOf, checkLedger, holdStake, refillTrial } from './index.ts'
import { ledgerPrint, newPlayer, openMatch, player } from './testing.ts'

describeDatabase('refills of trial coins', (open) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
  })
  afterEach(async () => {
    expect(await checkLedger(db)).toEqual({ clean: true, findings: [] })
  })

  const refill = (playerId: string, key: string) =>
    db.transaction((tx) => callAll(tx, [refillTrial({ playerId, to: 1_000n, key })]))

  it('fill up to what is to be available, once for each key', async () => {
    const playerId = randomUUID()
    await refill(playerId, 'one')
    expect((await balanceOf(db, playerId)).trial).toBe('1000')
    const matchId = await openMatch(db, 'trial')
    await db.transaction((tx) =>
      callAll(tx, [holdStake({ matchId, party: player(playerId), asset: 'trial', amount: 400n })]),
    )
    await refill(playerId, 'one')
    expect((await balanceOf(db, playerId)).trial).toBe('600')
    await refill(playerId, 'two')
    expect(await balanceOf(db, playerId)).toMatchObject({ trial: '1000', held: { trial: '400' } })
  })

  it('give nothing to who has enough', async () => {
    const playerId = await newPlayer(db, 'trial', 1_000n)
    const before = await ledgerPrint(db)
    await refill(playerId, 'one')
    expect(await ledgerPrint(db)).toEqual(before)
  })

  it('of many at once happen once for each', async () => {
    const players = Array.from({ length: 5 }, () => randomUUID())
    await Promise.all([...players, ...players, ...players].map((playerId) => refill(playerId, 'day')))
    for (const playerId of players) expect((await balanceOf(db, playerId)).trial).toBe('1000')
  })
})
