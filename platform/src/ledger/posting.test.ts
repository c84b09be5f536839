import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { callAll, type Database, refusalOf } from '../db/index.ts'
import { describeDatabases } from '../db/testing.ts'
import { balanceOf, checkLedger, holdStake, post, type Transfer } from './index.ts'
import { fund, ledgerPrint, newPlayer, openMatch, player, refusedWithoutTrace } from './testing.ts'
import { expectEachOnce, gift } from './testing-workers.ts'

describeDatabases('transfers', (open) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
  })
  afterEach(async () => {
    expect(await checkLedger(db)).toEqual({ clean: true, findings: [] })
  })

  const send = (transfer: Transfer) => db.transaction((tx) => post(tx, transfer))

  it('give the first answer again to the same request', async () => {
    const from = await newPlayer(db, 'coin', 100n)
    const transfer = gift(from, randomUUID(), 60n)
    const first = await send(transfer)
    expect(first).toMatchObject({ ok: true, replayed: false })
    const before = await ledgerPrint(db)
    expect(await send(transfer)).toEqual({ ...first, replayed: true })
    expect(await ledgerPrint(db)).toEqual(before)
  })

  it('refuse a key that was used for something else, and a step that was done under another key', async () => {
    const from = await newPlayer(db, 'coin', 100n)
    const transfer = gift(from, randomUUID(), 10n)
    await send(transfer)
    const before = await ledgerPrint(db)
    expect(await send(gift(from, randomUUID(), 10n, transfer.idempotency.key))).toEqual({
      ok: false,
      reason: 'conflict',
    })
    expect(await send({ ...transfer, idempotency: { ...transfer.idempotency, key: 'other' } })).toEqual({
      ok: false,
      reason: 'conflict',
    })
    expect(await ledgerPrint(db)).toEqual(before)
  })

  it('that failed for want of coins stay failed', async () => {
    const from = await newPlayer(db, 'coin', 10n)
    const to = randomUUID()
    const transfer = gift(from, to, 11n)
    expect(await send(transfer)).toEqual({ ok: false, reason: 'not-enough-coins', replayed: false })
    await fund(db, from, 'coin', 100n)
    expect(await send(transfer)).toEqual({ ok: false, reason: 'not-enough-coins', replayed: true })
    expect((await balanceOf(db, from)).coin).toBe('110')
    expect(await send({ ...transfer, idempotency: { ...transfer.idempotency, key: 'new' } })).toMatchObject({
      ok: true,
    })
  })

  it('never take what is held', async () => {
    const from = await newPlayer(db, 'coin', 100n)
    const matchId = await openMatch(db, 'coin')
    await db.transaction((tx) =>
      callAll(tx, [holdStake({ matchId, party: player(from), asset: 'coin', amount: 60n })]),
    )
    expect(await send(gift(from, randomUUID(), 41n))).toMatchObject({
      ok: false,
      reason: 'not-enough-coins',
    })
    expect(await send(gift(from, randomUUID(), 40n))).toMatchObject({ ok: true })
  })

  it('that are no transfers are a mistake', async () => {
    const from = await newPlayer(db, 'coin', 100n)
    const good = gift(from, randomUUID(), 10n)
    const [give, take] = good.entries
    if (!give || !take) throw new Error('unreachable')
    const bad = [
      [],
      [give],
      [give, { ...take, amount: 9n }],
      [give, { ...take, account: { ...take.account, asset: 'promo' as const } }],
      [give, { ...give, amount: 10n }],
      [
        { ...give, amount: -(2n ** 64n) },
        { ...take, amount: 2n ** 64n },
      ],
    ]
    for (const entries of bad) {
      await refusedWithoutTrace(db, (tx) => post(tx, { ...good, entries }), /transfer|amount/)
    }
  })

  it('of 20 workers at once, each sent twice, take effect once each', () => expectEachOnce(db, 100))

  it('racing for the same coins never overdraw', async () => {
    const from = await newPlayer(db, 'coin', 100n)
    const matchIds = await Promise.all(Array.from({ length: 5 }, () => openMatch(db, 'coin')))
    const hold = async (matchId: string) => {
      try {
        await callAll(db, [holdStake({ matchId, party: player(from), asset: 'coin', amount: 30n })])
        return true
      } catch (error) {
        expect(refusalOf(error)).toBe('not-enough-coins')
        return false
      }
    }
    const done = await Promise.all([
      ...Array.from({ length: 5 }, async () => (await send(gift(from, randomUUID(), 30n))).ok),
      ...matchIds.map(hold),
    ])
    expect(done.filter((ok) => ok)).toHaveLength(3)
    const { coin } = await balanceOf(db, from)
    expect(coin).toBe('10')
  })
})
