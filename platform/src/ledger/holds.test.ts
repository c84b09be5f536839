import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { callAll, type Database, refusalOf } from '../db/index.ts'
import { describeDatabase, describeDatabases } from '../db/testing.ts'
import type { Party } from './accounts.ts'
import { balanceOf, captureStakes, checkLedger, holdStake, payOut, releaseStakes } from './index.ts'
import {
  fund,
  ledgerPrint,
  openMatch,
  player,
  potOf,
  practice,
  refusedWithoutTrace,
  seatedMatch,
  setPhase,
  startedMatch,
} from './testing.ts'

const reasonOf = (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => refusalOf(error))

/** What pays the pot to one party. */
const payTo = (
  matchId: string,
  party: Party,
  [amount, rake]: [bigint, bigint],
  step: 'settled' | 'voided' = 'settled',
) => payOut({ matchId, step, asset: 'trial', payouts: [{ party, amount }], rake })

describeDatabases('stakes', (open) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
  })
  afterEach(async () => {
    expect(await checkLedger(db)).toEqual({ clean: true, findings: [] })
  })

  it('are held apart from what is available', async () => {
    const { anna } = await seatedMatch(db)
    expect(await balanceOf(db, anna)).toEqual({
      version: 2,
      coin: '0',
      promo: '0',
      trial: '50',
      held: { coin: '0', promo: '0', trial: '100' },
    })
  })

  it('are refused without enough available coins, and nothing changes', async () => {
    const { anna } = await seatedMatch(db)
    const matchId = await openMatch(db, 'trial')
    const before = await ledgerPrint(db)
    for (const party of [player(anna), player(randomUUID())]) {
      const work = callAll(db, [holdStake({ matchId, party, asset: 'trial', amount: 51n })])
      expect(await reasonOf(work)).toBe('not-enough-coins')
    }
    const coins = callAll(db, [holdStake({ matchId, party: player(anna), asset: 'coin', amount: 1n })])
    expect(await reasonOf(coins)).toBe('not-enough-coins')
    expect(await ledgerPrint(db)).toEqual(before)
  })

  it('are never held twice for a player and a match', async () => {
    const { matchId, ben } = await seatedMatch(db)
    await fund(db, ben, 'trial', 500n)
    await refusedWithoutTrace(
      db,
      (tx) => callAll(tx, [holdStake({ matchId, party: player(ben), asset: 'trial', amount: 100n })]),
      'already',
    )
  })

  it('are released to those who leave, who may sit down again', async () => {
    const { matchId, ben } = await seatedMatch(db)
    await db.transaction((tx) => callAll(tx, [releaseStakes({ matchId, parties: [player(ben)] })]))
    expect((await balanceOf(db, ben)).trial).toBe('100')
    await callAll(db, [holdStake({ matchId, party: player(ben), asset: 'trial', amount: 100n })])
    expect((await balanceOf(db, ben)).trial).toBe('0')
  })

  it('of several practice opponents are released one by one when named so', async () => {
    const { matchId } = await seatedMatch(db)
    await db.transaction((tx) =>
      callAll(tx, [holdStake({ matchId, party: practice, asset: 'trial', amount: 100n })]),
    )
    await db.transaction((tx) => callAll(tx, [releaseStakes({ matchId, parties: [practice] })]))
    await db.transaction((tx) => setPhase(tx, matchId, 'playing'))
    await callAll(db, [captureStakes({ matchId, asset: 'trial' })])
    expect(await potOf(db, matchId)).toBe(300n)
    await db.transaction(async (tx) => {
      await callAll(tx, [payTo(matchId, practice, [300n, 0n])])
      await setPhase(tx, matchId, 'settled')
    })
  })

  it('are all released when a match ends before its start', async () => {
    const { matchId, anna, ben } = await seatedMatch(db)
    await db.transaction(async (tx) => {
      await callAll(tx, [releaseStakes({ matchId })])
      await setPhase(tx, matchId, 'voided')
    })
    expect((await balanceOf(db, anna)).trial).toBe('150')
    expect((await balanceOf(db, ben)).trial).toBe('100')
    await db.transaction((tx) => callAll(tx, [releaseStakes({ matchId })]))
  })

  it('become the pot in one transfer', async () => {
    const { pot, matchId, anna } = await startedMatch(db)
    expect(pot).toBe(300n)
    expect(await balanceOf(db, anna)).toMatchObject({ trial: '50', held: { trial: '0' } })
    await refusedWithoutTrace(
      db,
      (tx) => callAll(tx, [captureStakes({ matchId, asset: 'trial' })]),
      'no stakes',
    )
  })

  it('of one asset are never captured in another', async () => {
    const { matchId } = await seatedMatch(db)
    await refusedWithoutTrace(
      db,
      (tx) => callAll(tx, [captureStakes({ matchId, asset: 'coin' })]),
      'no stakes',
    )
  })

  it.each([0n, -1n, 2n ** 63n])('of %s are a mistake', async (amount) => {
    const { matchId, anna } = await seatedMatch(db)
    await refusedWithoutTrace(
      db,
      (tx) => callAll(tx, [holdStake({ matchId, party: player(anna), asset: 'trial', amount })]),
      'An amount must be',
    )
  })
})

describeDatabase('payouts', (open) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
  })
  afterEach(async () => {
    expect(await checkLedger(db)).toEqual({ clean: true, findings: [] })
  })

  const settle = (matchId: string, winner: string) =>
    db.transaction(async (tx) => {
      await callAll(tx, [payTo(matchId, player(winner), [291n, 9n])])
      await setPhase(tx, matchId, 'settled')
    })

  it('empty the escrow and close it', async () => {
    const { matchId, anna } = await startedMatch(db)
    await settle(matchId, anna)
    expect((await balanceOf(db, anna)).trial).toBe('341')
    const { rows } = await db.query(
      `select posted, closed from account where kind = 'match' and owner = $1`,
      [matchId],
    )
    expect(rows).toEqual([{ posted: 0n, closed: true }])
  })

  it('happen once, however often they are sent', async () => {
    const { matchId, anna, ben } = await startedMatch(db)
    await settle(matchId, anna)
    const before = await ledgerPrint(db)
    await settle(matchId, anna)
    expect(await ledgerPrint(db)).toEqual(before)
    await refusedWithoutTrace(
      db,
      (tx) => callAll(tx, [payTo(matchId, player(ben), [300n, 0n])]),
      'was settled before',
    )
    await refusedWithoutTrace(
      db,
      (tx) => callAll(tx, [payTo(matchId, player(anna), [291n, 9n], 'voided')]),
      'was settled before',
    )
  })

  it('that are not the pot are refused', async () => {
    const { matchId, anna } = await startedMatch(db)
    for (const amount of [290n, 292n]) {
      await refusedWithoutTrace(
        db,
        (tx) => callAll(tx, [payTo(matchId, player(anna), [amount, 9n])]),
        'escrow holds 300',
      )
    }
    await refusedWithoutTrace(
      db,
      (tx) => callAll(tx, [payTo(matchId, player(anna), [-1n, 301n])]),
      'An amount must be',
    )
  })

  it('of a match that never started are refused', async () => {
    const { matchId, anna } = await seatedMatch(db)
    await refusedWithoutTrace(
      db,
      (tx) => callAll(tx, [payTo(matchId, player(anna), [300n, 0n])]),
      'no stakes',
    )
  })

  it('sum up what a party gets more than once, and give those who never had an account theirs', async () => {
    const { matchId, ben } = await startedMatch(db)
    const newcomer = randomUUID()
    await db.transaction(async (tx) => {
      const payouts = [
        { party: practice, amount: 50n },
        { party: player(ben), amount: 100n },
        { party: practice, amount: 50n },
        { party: player(newcomer), amount: 100n },
        { party: player(randomUUID()), amount: 0n },
      ]
      await callAll(tx, [payOut({ matchId, step: 'voided', asset: 'trial', payouts, rake: 0n })])
      await setPhase(tx, matchId, 'voided')
    })
    expect((await balanceOf(db, ben)).trial).toBe('100')
    expect((await balanceOf(db, newcomer)).trial).toBe('100')
  })
})
