import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { callAll, type Database } from '../db/index.ts'
import { describeDatabase } from '../db/testing.ts'
import { balanceOf, checkLedger, giveWelcome, holdStake, refillTrial } from './index.ts'
import { ledgerPrint, newPlayer, openMatch, player, refusedWithoutTrace } from './testing.ts'

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

  it('give nothing to a player who has enough', async () => {
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

describeDatabase('the welcome gift', (open) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
  })
  afterEach(async () => {
    expect(await checkLedger(db)).toEqual({ clean: true, findings: [] })
  })

  const give = (playerId: string, amount = 1_000n) =>
    db.transaction((tx) => giveWelcome(tx, { playerId, amount }))

  it('is bonus coins, out of the source of gifts', async () => {
    const playerId = randomUUID()
    expect(await give(playerId)).toBe(true)
    expect(await balanceOf(db, playerId)).toMatchObject({ coin: '0', promo: '1000', trial: '0' })
    const { rows } = await db.query(
      `select t.kind, a.kind as account, a.owner, e.asset, e.amount
       from transfer t join entry e on e.transfer_id = t.id join account a on a.id = e.account_id
       where t.ref_type = 'player' and t.ref_id = $1 order by e.amount`,
      [playerId],
    )
    expect(rows).toEqual([
      { kind: 'welcome', account: 'promo', owner: 'welcome', asset: 'promo', amount: -1_000n },
      { kind: 'welcome', account: 'player', owner: playerId, asset: 'promo', amount: 1_000n },
    ])
  })

  it('is given only once, even when another amount is set by then', async () => {
    const playerId = randomUUID()
    await give(playerId)
    const before = await ledgerPrint(db)
    expect(await give(playerId)).toBe(false)
    expect(await give(playerId, 5_000n)).toBe(false)
    expect(await ledgerPrint(db)).toEqual(before)
  })

  it('of 50 at once is given once', async () => {
    const playerId = randomUUID()
    const given = await Promise.all(Array.from({ length: 50 }, () => give(playerId)))
    expect(given.filter((now) => now)).toHaveLength(1)
    expect(await balanceOf(db, playerId)).toMatchObject({ version: 1, promo: '1000' })
  })

  it('of 0 is none, and of less a mistake', async () => {
    const before = await ledgerPrint(db)
    expect(await give(randomUUID(), 0n)).toBe(false)
    expect(await ledgerPrint(db)).toEqual(before)
    await refusedWithoutTrace(
      db,
      (tx) => giveWelcome(tx, { playerId: randomUUID(), amount: -1n }),
      'An amount must be',
    )
  })
})
