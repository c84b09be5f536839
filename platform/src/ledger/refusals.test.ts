import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { callAll, type Database, type Row, type Sql } from '../db/index.ts'
import { describeDatabase } from '../db/testing.ts'
import {
  captureStakes,
  checkLedger,
  giveWelcome,
  holdStake,
  payOut,
  post,
  refillTrial,
  releaseStakes,
} from './index.ts'
import { ledgerPrint, newPlayer, player, refusedWithoutTrace, seatedMatch, startedMatch } from './testing.ts'
import { gift } from './testing-workers.ts'

describeDatabase('what the database refuses on its own', (open) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
  })
  afterEach(async () => {
    expect(await checkLedger(db)).toEqual({ clean: true, findings: [] })
  })

  const refusedStatement = (text: string, values?: unknown[]) =>
    refusedWithoutTrace(
      db,
      (tx) => tx.query(text, values),
      /append-only|does not balance|may not change|violates/,
    )

  it('keeps what was written', async () => {
    await startedMatch(db)
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
    await refusedStatement('update account set posted = -1, version = version + 1 where owner = $1', [owner])
  })

  const failingAfter = (tx: Sql, statements: number): Sql => {
    let left = statements
    return {
      async query<R extends Row>(text: string, values?: readonly unknown[]) {
        const answer = await tx.query<R>(text, values)
        if (left-- === 0) throw new Error('pulled the plug')
        return answer
      },
    }
  }

  it('leaves nothing behind of any operation, after whichever of its statements it fails', async () => {
    const seats = await seatedMatch(db)
    const match = await startedMatch(db)
    const fresh = { kind: 'house', owner: randomUUID() } as const
    const giver = await newPlayer(db, 'coin', 100n)
    const operations: ((tx: Sql) => Promise<unknown>)[] = [
      (tx) => post(tx, gift(giver, randomUUID(), 60n)),
      (tx) => giveWelcome(tx, { playerId: randomUUID(), amount: 1_000n }),
      (tx) => callAll(tx, [refillTrial({ playerId: randomUUID(), to: 10n, key: 'k' })]),
      (tx) => callAll(tx, [holdStake({ matchId: seats.matchId, party: fresh, asset: 'trial', amount: 5n })]),
      (tx) => callAll(tx, [releaseStakes({ matchId: seats.matchId })]),
      (tx) => callAll(tx, [captureStakes({ matchId: seats.matchId, asset: 'trial' })]),
      (tx) =>
        callAll(tx, [
          payOut({
            matchId: match.matchId,
            step: 'settled',
            asset: 'trial',
            payouts: [{ party: player(randomUUID()), amount: 300n }],
            rake: 0n,
          }),
        ]),
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
