import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callAll, type Database, type Sql } from '../db/index.ts'
import { describeDatabase } from '../db/testing.ts'
import { captureStakes, holdStake, post } from '../ledger/index.ts'
import { fund, openMatch, player, setPhase } from '../ledger/testing.ts'
import { readOrder } from './orders/order-row.ts'
import { completeDeposit } from './orders/settle-order.ts'
import { newAccount } from './orders/testing.ts'
import { walletRoutes } from './start-wallet.ts'
import { readStatement, statementCsv } from './statement.ts'
import { openWalletWorld } from './testing-world.ts'

const header = '\ufefftime,kind,asset,amount,balance after,order or match,id\r\n'

describeDatabase('the statement as CSV', (open) => {
  let db: Database
  let at: Awaited<ReturnType<typeof openWalletWorld>>
  beforeAll(async () => {
    db = await open()
    at = await openWalletWorld(db, (world) => async (app) => {
      await app.register(walletRoutes, { world })
    })
  })
  afterAll(() => at.close())

  const download = (token?: string) =>
    at.inject('GET', '/api/wallet/statement.csv', token === undefined ? {} : { token })
  /** The cells of each record, where none of them is quoted. */
  const recordsOf = (csv: string) => {
    expect(csv.startsWith(header)).toBe(true)
    expect(csv.endsWith('\r\n')).toBe(true)
    return csv
      .slice(header.length, -2)
      .split('\r\n')
      .map((line) => line.split(','))
  }

  it('has every entry, with the order or the match that it belongs to', async () => {
    const me = await at.someone()
    const order = await at.placeDeposit({ playerId: me.id })
    await at.move(order.id, 'paid', 'reviewing')
    const reviewed = (await readOrder(db, order.id)) ?? expect.fail('no order')
    await db.transaction((tx) =>
      completeDeposit(tx, reviewed, {
        by: { kind: 'staff', id: 'x' },
        at: Date.now(),
        reference: randomUUID(),
      }),
    )
    const matchId = await openMatch(db, 'coin')
    const other = await newAccount(db)
    await fund(db, other, 'coin', 100n)
    for (const one of [me.id, other])
      await callAll(db, [holdStake({ matchId, party: player(one), asset: 'coin', amount: 100n })])
    await setPhase(db, matchId, 'playing')
    await callAll(db, [captureStakes({ matchId, asset: 'coin' })])
    const response = await download(me.token)
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="minefall-statement.csv"',
      'cache-control': 'private, no-store',
    })
    const records = recordsOf(response.body)
    const coins = records.filter(([, , asset]) => asset === 'coin').map((record) => record.slice(1, 6))
    expect(coins).toEqual([
      ['stakes', 'coin', '-100', '900', matchId],
      ['deposit', 'coin', '1000', '1000', order.number],
    ])
    const { entries } = await readStatement(db, me.id, { limit: 100 })
    expect(records.map(([time, , , , , , id]) => [time, id])).toEqual(
      entries.map((entry) => [new Date(entry.at).toISOString(), entry.id]),
    )
  })

  it('is read a page at a time, to the end, each entry once, while more come in', async () => {
    const playerId = await newAccount(db)
    for (let nth = 0; nth < 60; nth++) await fund(db, playerId, nth % 2 ? 'coin' : 'promo', 1n)
    let reads = 0
    const counting: Sql = {
      query: async (text, values) => {
        reads += 1
        if (reads === 2) await fund(db, playerId, 'coin', 1_000n)
        return db.query(text, values)
      },
    }
    const parts: string[] = []
    for await (const part of statementCsv(counting, playerId, { limit: 20 })) {
      // What was taken so far is all that was read for.
      expect(reads).toBeLessThanOrEqual(parts.length)
      parts.push(part)
    }
    const records = recordsOf(parts.join(''))
    expect(new Set(records.map(([, , asset, , , , id]) => `${asset} ${id}`)).size).toBe(60)
    expect(records).toHaveLength(60)
    expect(reads).toBe(3)
  })

  it('has nothing of anyone else, and is for signed-in accounts', async () => {
    const [me, other] = [await at.someone(), await at.someone()]
    await fund(db, other.id, 'coin', 77n)
    const { body } = await download(me.token)
    expect(recordsOf(body).every(([, , , amount]) => amount !== '77')).toBe(true)
    expect((await download()).json()).toMatchObject({ code: 1401 })
    const noOne = await newAccount(db)
    const parts: string[] = []
    for await (const part of statementCsv(db, noOne)) parts.push(part)
    expect(parts).toEqual([header])
  })

  it('holds hostile text in its cells', async () => {
    const playerId = await newAccount(db)
    await post(db, {
      kind: '=HYPERLINK("http://evil.example","a, b")',
      idempotency: { scope: 'test', key: randomUUID() },
      ref: { type: 'test', id: randomUUID(), step: 'x' },
      actor: 'test',
      entries: [
        { account: { kind: 'payin:test', owner: 'CNY', asset: 'coin' }, amount: -5n },
        { account: { kind: 'player', owner: playerId, asset: 'coin' }, amount: 5n },
      ],
    })
    const parts: string[] = []
    for await (const part of statementCsv(db, playerId)) parts.push(part)
    expect(parts[1]).toContain(`Z,"'=HYPERLINK(""http://evil.example"",""a, b"")",coin,5,5,,`)
  })
})
