import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Database, Sql } from '../db/index.ts'
import { describeDatabases } from '../db/testing.ts'
import {
  balanceOf,
  captureStakes,
  checkLedger,
  holdStake,
  type Party,
  payOut,
  post,
  refillTrial,
  releaseStakes,
  type Transfer,
} from './index.ts'
import { fund, ledgerPrint, newPlayer, openMatch, setPhase } from './testing.ts'

const player = (owner: string): Party => ({ kind: 'player', owner })
const practice: Party = { kind: 'house', owner: 'practice' }

describeDatabases('the ledger', (open) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
  })
  afterEach(async () => {
    expect(await checkLedger(db)).toEqual({ clean: true, findings: [] })
  })

  const refusedWithoutTrace = async (work: (tx: Sql) => Promise<unknown>, message: RegExp | string) => {
    const before = await ledgerPrint(db)
    await expect(db.transaction(work)).rejects.toThrow(message)
    expect(await ledgerPrint(db)).toEqual(before)
  }

  /** Three seats with stakes held: two players and a practice opponent. */
  const seatedMatch = async () => {
    const matchId = await openMatch(db, 'trial')
    const [anna, ben] = [await newPlayer(db, 'trial', 150n), await newPlayer(db, 'trial', 100n)]
    for (const party of [player(anna), player(ben), practice]) {
      await db.transaction((tx) => holdStake(tx, { matchId, party, asset: 'trial', amount: 100n }))
    }
    return { matchId, anna, ben }
  }
  const started = async () => {
    const match = await seatedMatch()
    const pot = await db.transaction(async (tx) => {
      await setPhase(tx, match.matchId, 'playing')
      return captureStakes(tx, { matchId: match.matchId, asset: 'trial' })
    })
    return { ...match, pot }
  }

  describe('stakes', () => {
    it('are held apart from what is available', async () => {
      const { anna } = await seatedMatch()
      expect(await balanceOf(db, anna)).toEqual({
        version: 2,
        coin: '0',
        promo: '0',
        trial: '50',
        held: { coin: '0', promo: '0', trial: '100' },
      })
    })

    it('are refused without enough available coins, and nothing changes', async () => {
      const { anna } = await seatedMatch()
      const matchId = await openMatch(db, 'trial')
      const before = await ledgerPrint(db)
      for (const party of [player(anna), player(randomUUID())]) {
        const answer = await db.transaction((tx) =>
          holdStake(tx, { matchId, party, asset: 'trial', amount: 51n }),
        )
        expect(answer).toEqual({ ok: false, reason: 'not-enough-coins' })
      }
      const coins = await db.transaction((tx) =>
        holdStake(tx, { matchId, party: player(anna), asset: 'coin', amount: 1n }),
      )
      expect(coins.ok).toBe(false)
      expect(await ledgerPrint(db)).toEqual(before)
    })

    it('are never held twice for a player and a match', async () => {
      const { matchId, ben } = await seatedMatch()
      await fund(db, ben, 'trial', 500n)
      await refusedWithoutTrace(
        (tx) => holdStake(tx, { matchId, party: player(ben), asset: 'trial', amount: 100n }),
        'already',
      )
    })

    it('are released to those who leave, who may sit down again', async () => {
      const { matchId, ben } = await seatedMatch()
      await db.transaction((tx) => releaseStakes(tx, { matchId, parties: [player(ben)] }))
      expect((await balanceOf(db, ben)).trial).toBe('100')
      const again = await db.transaction((tx) =>
        holdStake(tx, { matchId, party: player(ben), asset: 'trial', amount: 100n }),
      )
      expect(again).toEqual({ ok: true })
      expect((await balanceOf(db, ben)).trial).toBe('0')
    })

    it('of several practice opponents are released one by one when named so', async () => {
      const { matchId } = await seatedMatch()
      await db.transaction((tx) => holdStake(tx, { matchId, party: practice, asset: 'trial', amount: 100n }))
      await db.transaction((tx) => releaseStakes(tx, { matchId, parties: [practice] }))
      await db.transaction((tx) => setPhase(tx, matchId, 'playing'))
      expect(await db.transaction((tx) => captureStakes(tx, { matchId, asset: 'trial' }))).toBe(300n)
      await db.transaction(async (tx) => {
        await payOut(tx, {
          matchId,
          step: 'settled',
          asset: 'trial',
          payouts: [{ party: practice, amount: 300n }],
          rake: 0n,
        })
        await setPhase(tx, matchId, 'settled')
      })
    })

    it('are all released when a match ends before its start', async () => {
      const { matchId, anna, ben } = await seatedMatch()
      await db.transaction(async (tx) => {
        await releaseStakes(tx, { matchId })
        await setPhase(tx, matchId, 'voided')
      })
      expect((await balanceOf(db, anna)).trial).toBe('150')
      expect((await balanceOf(db, ben)).trial).toBe('100')
      await db.transaction((tx) => releaseStakes(tx, { matchId }))
    })

    it('become the pot in one transfer', async () => {
      const { pot, matchId, anna } = await started()
      expect(pot).toBe(300n)
      expect(await balanceOf(db, anna)).toMatchObject({ trial: '50', held: { trial: '0' } })
      await refusedWithoutTrace((tx) => captureStakes(tx, { matchId, asset: 'trial' }), 'no stakes')
    })

    it('of one asset are never captured in another', async () => {
      const { matchId } = await seatedMatch()
      await refusedWithoutTrace((tx) => captureStakes(tx, { matchId, asset: 'coin' }), 'no stakes')
    })

    it.each([0n, -1n, 2n ** 63n])('of %s are a mistake', async (amount) => {
      const { matchId, anna } = await seatedMatch()
      await refusedWithoutTrace(
        (tx) => holdStake(tx, { matchId, party: player(anna), asset: 'trial', amount }),
        RangeError.prototype.name === 'RangeError' ? 'An amount must be' : '',
      )
    })
  })

  describe('payouts', () => {
    const settle = (matchId: string, winner: string, amount = 291n, rake = 9n) =>
      db.transaction(async (tx) => {
        await payOut(tx, {
          matchId,
          step: 'settled',
          asset: 'trial',
          payouts: [{ party: player(winner), amount }],
          rake,
        })
        await setPhase(tx, matchId, 'settled')
      })

    it('empty the escrow and close it', async () => {
      const { matchId, anna } = await started()
      await settle(matchId, anna)
      expect((await balanceOf(db, anna)).trial).toBe('341')
      const { rows } = await db.query(
        `select posted, closed from account where kind = 'match' and owner = $1`,
        [matchId],
      )
      expect(rows).toEqual([{ posted: 0n, closed: true }])
    })

    it('happen once, however often they are sent', async () => {
      const { matchId, anna, ben } = await started()
      await settle(matchId, anna)
      const before = await ledgerPrint(db)
      await settle(matchId, anna)
      expect(await ledgerPrint(db)).toEqual(before)
      await refusedWithoutTrace(
        (tx) =>
          payOut(tx, {
            matchId,
            step: 'settled',
            asset: 'trial',
            payouts: [{ party: player(ben), amount: 300n }],
            rake: 0n,
          }),
        'was settled before',
      )
      await refusedWithoutTrace(
        (tx) =>
          payOut(tx, {
            matchId,
            step: 'voided',
            asset: 'trial',
            payouts: [{ party: player(anna), amount: 291n }],
            rake: 9n,
          }),
        'was settled before',
      )
    })

    it('that are not the pot are refused', async () => {
      const { matchId, anna } = await started()
      for (const amount of [290n, 292n]) {
        await refusedWithoutTrace(
          (tx) =>
            payOut(tx, {
              matchId,
              step: 'settled',
              asset: 'trial',
              payouts: [{ party: player(anna), amount }],
              rake: 9n,
            }),
          'escrow holds 300',
        )
      }
      await refusedWithoutTrace(
        (tx) =>
          payOut(tx, {
            matchId,
            step: 'settled',
            asset: 'trial',
            payouts: [{ party: player(anna), amount: -1n }],
            rake: 301n,
          }),
        'An amount must be',
      )
    })

    it('of a match that never started are refused', async () => {
      const { matchId, anna } = await seatedMatch()
      await refusedWithoutTrace(
        (tx) =>
          payOut(tx, {
            matchId,
            step: 'settled',
            asset: 'trial',
            payouts: [{ party: player(anna), amount: 300n }],
            rake: 0n,
          }),
        'no stakes',
      )
    })

    it('sum up what a party gets more than once, and give those who never had an account theirs', async () => {
      const { matchId, ben } = await started()
      const newcomer = randomUUID()
      await db.transaction(async (tx) => {
        const payouts = [
          { party: practice, amount: 50n },
          { party: player(ben), amount: 100n },
          { party: practice, amount: 50n },
          { party: player(newcomer), amount: 100n },
          { party: player(randomUUID()), amount: 0n },
        ]
        await payOut(tx, { matchId, step: 'voided', asset: 'trial', payouts, rake: 0n })
        await setPhase(tx, matchId, 'voided')
      })
      expect((await balanceOf(db, ben)).trial).toBe('100')
      expect((await balanceOf(db, newcomer)).trial).toBe('100')
    })
  })

  describe('refills of trial coins', () => {
    const refill = (playerId: string, key: string) =>
      db.transaction((tx) => refillTrial(tx, { playerId, to: 1_000n, key }))

    it('fill up to what is to be available, once for each key', async () => {
      const playerId = randomUUID()
      await refill(playerId, 'one')
      expect((await balanceOf(db, playerId)).trial).toBe('1000')
      const matchId = await openMatch(db, 'trial')
      await db.transaction((tx) =>
        holdStake(tx, { matchId, party: player(playerId), asset: 'trial', amount: 400n }),
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

  describe('transfers', () => {
    const gift = (from: string, to: string, amount: bigint, key = randomUUID()): Transfer => ({
      kind: 'gift',
      idempotency: { scope: `gift/${from}`, key },
      ref: { type: 'gift', id: key, step: 'given' },
      actor: from,
      entries: [
        { account: { kind: 'player', owner: from, asset: 'coin' }, amount: -amount },
        { account: { kind: 'player', owner: to, asset: 'coin' }, amount },
      ],
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
      expect(await send({ ...transfer, idempotency: { ...transfer.idempotency, key: 'new' } })).toMatchObject(
        {
          ok: true,
        },
      )
    })

    it('never take what is held', async () => {
      const from = await newPlayer(db, 'coin', 100n)
      const matchId = await openMatch(db, 'coin')
      await db.transaction((tx) =>
        holdStake(tx, { matchId, party: player(from), asset: 'coin', amount: 60n }),
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
        await refusedWithoutTrace((tx) => post(tx, { ...good, entries }), /transfer|amount/)
      }
    })

    it('of 20 workers at once, each sent twice, take effect once each', async () => {
      const players = await Promise.all(Array.from({ length: 8 }, () => newPlayer(db, 'coin', 10_000n)))
      const transfers = Array.from({ length: 100 }, (_, number) => {
        const from = players[number % 8] ?? ''
        const to = players[(number * 3 + 1) % 8] ?? ''
        return gift(from, to === from ? (players[(number + 1) % 8] ?? '') : to, BigInt(number + 1))
      })
      const queue = [...transfers, ...transfers.toReversed()]
      let effective = 0
      await Promise.all(
        Array.from({ length: 20 }, async () => {
          for (let next = queue.shift(); next; next = queue.shift()) {
            const answer = await send(next)
            if (answer.ok && !answer.replayed) effective++
          }
        }),
      )
      expect(effective).toBe(100)
      const balances = await Promise.all(
        players.map(async (owner) => BigInt((await balanceOf(db, owner)).coin)),
      )
      expect(balances.reduce((sum, coins) => sum + coins, 0n)).toBe(80_000n)
    })

    it('racing for the same coins never overdraw', async () => {
      const from = await newPlayer(db, 'coin', 100n)
      const matchIds = await Promise.all(Array.from({ length: 5 }, () => openMatch(db, 'coin')))
      const outcomes = await Promise.all([
        ...Array.from({ length: 5 }, () => send(gift(from, randomUUID(), 30n))),
        ...matchIds.map((matchId) =>
          db.transaction((tx) => holdStake(tx, { matchId, party: player(from), asset: 'coin', amount: 30n })),
        ),
      ])
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(3)
      const { coin } = await balanceOf(db, from)
      expect(coin).toBe('10')
    })
  })

  describe('what the database refuses by itself', () => {
    const refusedStatement = (text: string, values?: unknown[]) =>
      refusedWithoutTrace(
        (tx) => tx.query(text, values),
        /append-only|does not balance|may not change|violates/,
      )

    it('keeps what was written', async () => {
      await started()
      for (const table of ['transfer', 'entry', 'hold']) {
        await refusedStatement(`delete from ${table}`)
        await refusedStatement(`truncate ${table} cascade`)
      }
      await refusedStatement('update entry set amount = amount * 2')
      await refusedStatement('delete from account')
      await refusedStatement('update account set posted = posted + 1')
      await refusedStatement(`update account set owner = 'me', version = version + 1`)
    })

    it('refuses entries that do not balance or mix assets', async () => {
      const owner = await newPlayer(db, 'coin', 100n)
      const { rows } = await db.query<{ id: bigint }>(`select id from account where owner = $1`, [owner])
      const transfer = await db.query<{ id: string }>(`select id from transfer limit 1`)
      const insert = `insert into entry values ($1, $2, $3, 5, 105, 99)`
      await refusedStatement(insert, [transfer.rows[0]?.id, rows[0]?.id, 'coin'])
      await refusedStatement(insert, [transfer.rows[0]?.id, rows[0]?.id, 'promo'])
    })

    it('refuses to overdraw a player', async () => {
      const owner = await newPlayer(db, 'coin', 100n)
      await refusedStatement('update account set held = 101, version = version + 1 where owner = $1', [owner])
      await refusedStatement('update account set posted = -1, version = version + 1 where owner = $1', [
        owner,
      ])
    })
  })

  describe('an error after any statement', () => {
    const failingAfter = (tx: Sql, statements: number): Sql => {
      let left = statements
      return {
        async query(text, values) {
          const answer = await tx.query(text, values)
          if (left-- === 0) throw new Error('pulled the plug')
          return answer
        },
      }
    }

    it('leaves nothing behind', async () => {
      const seats = await seatedMatch()
      const match = await started()
      const fresh = { kind: 'house', owner: randomUUID() } as const
      const operations: ((tx: Sql) => Promise<unknown>)[] = [
        (tx) => refillTrial(tx, { playerId: randomUUID(), to: 10n, key: 'k' }),
        (tx) => holdStake(tx, { matchId: seats.matchId, party: fresh, asset: 'trial', amount: 5n }),
        (tx) => releaseStakes(tx, { matchId: seats.matchId }),
        (tx) => captureStakes(tx, { matchId: seats.matchId, asset: 'trial' }),
        (tx) =>
          payOut(tx, {
            matchId: match.matchId,
            step: 'settled',
            asset: 'trial',
            payouts: [{ party: player(randomUUID()), amount: 300n }],
            rake: 0n,
          }),
      ]
      for (const operation of operations) {
        let failures = 0
        for (let statement = 0; ; statement++) {
          const before = await ledgerPrint(db)
          const failed = await db
            .transaction(async (tx) => {
              await operation(failingAfter(tx, statement))
              throw new Error('came through')
            })
            .catch((error: unknown) => error)
          expect(await ledgerPrint(db)).toEqual(before)
          if (failed instanceof Error && failed.message === 'came through') break
          expect(failed).toMatchObject({ message: 'pulled the plug' })
          failures++
        }
        expect(failures).toBeGreaterThan(0)
      }
    })
  })
})
