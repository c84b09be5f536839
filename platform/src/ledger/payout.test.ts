import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { callAll, type Database } from '../db/index.ts'
import { describeDatabase } from '../db/testing.ts'
import { balanceOf, checkLedger, payOut } from './index.ts'
import {
  ledgerPrint,
  player,
  practice,
  refusedWithoutTrace,
  seatedMatch,
  setPhase,
  startedMatch,
} from './testing.ts'

describeDatabase('payouts', (open) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
  })
  afterEach(async () => {
    expect(await checkLedger(db)).toEqual({ clean: true, findings: [] })
  })

  const settle = (matchId: string, winner: string, amount = 291n, rake = 9n) =>
    db.transaction(async (tx) => {
      await callAll(tx, [
        payOut({
          matchId,
          step: 'settled',
          asset: 'trial',
          payouts: [{ party: player(winner), amount }],
          rake,
        }),
      ])
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
      (tx) =>
        callAll(tx, [
          payOut({
            matchId,
            step: 'settled',
            asset: 'trial',
            payouts: [{ party: player(ben), amount: 300n }],
            rake: 0n,
          }),
        ]),
      'was settled before',
    )
    await refusedWithoutTrace(
      db,
      (tx) =>
        callAll(tx, [
          payOut({
            matchId,
            step: 'voided',
            asset: 'trial',
            payouts: [{ party: player(anna), amount: 291n }],
            rake: 9n,
          }),
        ]),
      'was settled before',
    )
  })

  it('that are not the pot are refused', async () => {
    const { matchId, anna } = await startedMatch(db)
    for (const amount of [290n, 292n]) {
      await refusedWithoutTrace(
        db,
        (tx) =>
          callAll(tx, [
            payOut({
              matchId,
              step: 'settled',
              asset: 'trial',
              payouts: [{ party: player(anna), amount }],
              rake: 9n,
            }),
          ]),
        'escrow holds 300',
      )
    }
    await refusedWithoutTrace(
      db,
      (tx) =>
        callAll(tx, [
          payOut({
            matchId,
            step: 'settled',
            asset: 'trial',
            payouts: [{ party: player(anna), amount: -1n }],
            rake: 301n,
          }),
        ]),
      'An amount must be',
    )
  })

  it('of a match that never started are refused', async () => {
    const { matchId, anna } = await seatedMatch(db)
    await refusedWithoutTrace(
      db,
      (tx) =>
        callAll(tx, [
          payOut({
            matchId,
            step: 'settled',
            asset: 'trial',
            payouts: [{ party: player(anna), amount: 300n }],
            rake: 0n,
          }),
        ]),
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
