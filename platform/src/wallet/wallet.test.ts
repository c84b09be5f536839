import { randomBytes, randomUUID } from 'node:crypto'
import { balanceSchema } from '@minefall/shared/contracts/live'
import { type StatementEntry, statementPageSchema } from '@minefall/shared/contracts/rest'
import type { Asset } from '@minefall/shared/game'
import { silentLogger } from '@minefall/shared/node'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenAccounts, openAccounts } from '../accounts/testing.ts'
import { callAll, type Database } from '../db/index.ts'
import { describeDatabase } from '../db/testing.ts'
import { type App, buildHttp, edgeKeyHeader, thisMachineHeader } from '../http/index.ts'
import { balanceOf, captureStakes, holdCoins, holdStake, payOut } from '../ledger/index.ts'
import { fund, newPlayer, openMatch, player, setPhase } from '../ledger/testing.ts'
import { moveOrder } from './orders/move-order.ts'
import type { OrderRow } from './orders/order-row.ts'
import { type NewOrder, placeOrder } from './orders/place-order.ts'
import { completeDeposit, completeWithdrawal } from './orders/settle-order.ts'
import { newDestination } from './orders/testing.ts'
import { walletRoutes } from './start-wallet.ts'

const edgeKey = 'e'.repeat(64)

type Query = Record<string, string | number>
const formatQuery = (query: Query): string => {
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) asked.set(name, String(value))
  return asked.toString()
}

describeDatabase('the wallet', (open) => {
  let db: Database
  let at: OpenAccounts
  let app: App
  let count = 0
  let reader: Awaited<ReturnType<OpenAccounts['signIn']>> | undefined
  beforeAll(async () => {
    db = await open()
    at = await openAccounts(db)
    app = await buildHttp({
      log: silentLogger(),
      edgeKeys: [edgeKey],
      ready: () => true,
      metrics: new Registry(),
      newId: () => 'request',
      routes: async (scope) => {
        await scope.register(walletRoutes, { world: { db, accounts: at.accounts } })
      },
    })
  })
  afterAll(async () => {
    await app.close()
    await at.close()
  })

  const someone = () => at.signIn(`wallet${++count}@home.example`)
  const get = async (path: string, token?: string) => {
    const response = await app.inject({
      url: `/api/wallet/${path}`,
      headers: {
        [edgeKeyHeader]: edgeKey,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
    })
    return { status: response.statusCode, ...response.json() }
  }
  const page = async (token: string, query: Query = {}) => {
    const asked = formatQuery(query)
    const { data, ...rest } = await get(`statement?${asked}`, token)
    expect(rest).toMatchObject({ status: 200, code: 200 })
    return statementPageSchema.parse(data)
  }
  /** Every page, with `between` done after each. */
  const pages = async (
    token: string,
    query: Query,
    between: () => Promise<unknown> = async () => undefined,
  ) => {
    const all: StatementEntry[][] = []
    for (let next: string | null = ''; next !== null; ) {
      const { items, next: following } = await page(token, next === '' ? query : { ...query, cursor: next })
      all.push(items)
      next = following
      await between()
    }
    return all
  }
  /** A match of two in which `winner` takes the pot, with all its postings. */
  const play = async (winner: string, loser: string, asset: Asset, stake: bigint) => {
    const matchId = await openMatch(db, asset)
    for (const one of [winner, loser])
      await callAll(db, [holdStake({ matchId, party: player(one), asset, amount: stake })])
    await setPhase(db, matchId, 'playing')
    await callAll(db, [captureStakes({ matchId, asset })])
    const payouts = [{ party: player(winner), amount: stake * 2n }]
    await callAll(db, [payOut({ matchId, step: 'settled', asset, payouts, rake: 0n })])
    await setPhase(db, matchId, 'settled')
    return matchId
  }

  it('tells the balance as the ledger does, with what is held apart from what is available', async () => {
    const me = await someone()
    await fund(db, me.id, 'coin', 9_007_199_254_740_993n)
    const matchId = await openMatch(db, 'coin')
    await callAll(db, [holdStake({ matchId, party: player(me.id), asset: 'coin', amount: 3n })])
    const { data } = await get('balance', me.token)
    expect(balanceSchema.parse(data)).toEqual(await balanceOf(db, me.id))
    expect(data).toMatchObject({ coin: '9007199254740990', held: { coin: '3', promo: '0' } })
  })

  it('states a match as its stake and what was paid out of it, newest first, with the match', async () => {
    const [anna, ben] = [await someone(), await someone()]
    await fund(db, anna.id, 'coin', 500n)
    await fund(db, ben.id, 'coin', 100n)
    const matchId = await play(anna.id, ben.id, 'coin', 100n)
    const match = { matchId, gameId: 'mines-trial' }
    const annas = await page(anna.token, { asset: 'coin' })
    expect(annas).toEqual({
      items: [
        expect.objectContaining({ kind: 'settled', amount: '200', balanceAfter: '600', match }),
        expect.objectContaining({ kind: 'stakes', amount: '-100', balanceAfter: '400', match }),
        expect.objectContaining({ kind: 'fund', amount: '500', balanceAfter: '500', match: null }),
      ],
      next: null,
    })
    expect((await page(ben.token, { asset: 'coin' })).items).toMatchObject([
      { kind: 'stakes', amount: '-100', balanceAfter: '0', match },
      { kind: 'fund', amount: '100', balanceAfter: '100', match: null },
    ])
    // Both have an entry in the one transfer of the stakes.
    const ids = (await page(ben.token, { asset: 'coin' })).items.map(({ id }) => id)
    expect(ids[0]).toBe(annas.items[1]?.id)
  })

  it('states the refund of a void, and nothing of what was merely held and released', async () => {
    const [anna, ben] = [await someone(), await someone()]
    for (const one of [anna, ben]) await fund(db, one.id, 'promo', 50n)
    const matchId = await openMatch(db, 'promo')
    const parties = [player(anna.id), player(ben.id)]
    for (const party of parties)
      await callAll(db, [holdStake({ matchId, party, asset: 'promo', amount: 20n })])
    const before = await page(anna.token)
    expect(before.items[0]).toMatchObject({ kind: 'fund', amount: '50' })
    await setPhase(db, matchId, 'playing')
    await callAll(db, [captureStakes({ matchId, asset: 'promo' })])
    const payouts = parties.map((party) => ({ party, amount: 20n }))
    await callAll(db, [payOut({ matchId, step: 'voided', asset: 'promo', payouts, rake: 0n })])
    await setPhase(db, matchId, 'voided')
    const after = await page(anna.token)
    expect(after.items.slice(0, 2)).toMatchObject([
      { kind: 'voided', asset: 'promo', amount: '20', match: { matchId } },
      { kind: 'stakes', asset: 'promo', amount: '-20', match: { matchId } },
    ])
    expect(after.items.slice(2)).toEqual(before.items)
  })

  it('names the order of what was deposited and of what was withdrawn, and of nothing else', async () => {
    const me = await someone()
    const at = Date.UTC(2026, 0, 2)
    const by = { kind: 'staff', id: randomUUID() } as const
    const money = {
      method: 'alipay',
      network: null,
      currency: 'CNY',
      decimals: 2,
      rate: '1',
      remark: '1234',
    } as const
    const place = async (order: Pick<NewOrder, 'kind' | 'destination' | 'expiresAt'>) => {
      const sums = { amount: 70n, feeCoins: 0n, fiat: 7_000n, feeFiat: 0n, payTo: null }
      const request = { key: randomUUID(), hash: randomBytes(32) }
      const whole = { ...money, ...sums, ...order, id: randomUUID(), playerId: me.id, request, at }
      return (await placeOrder(db, whole, randomBytes)) ?? expect.fail('not placed')
    }
    const deposit = await place({ kind: 'deposit', destination: null, expiresAt: at })
    const paid = await moveOrder(db, deposit, { to: 'paid', by, at })
    const reviewing = await moveOrder(db, paid, { to: 'reviewing', by, at })
    await completeDeposit(db, reviewing, { by, at, reference: randomUUID() })
    const destination = await newDestination(db, me.id)
    const withdrawal = await place({ kind: 'withdrawal', destination, expiresAt: null })
    const held = { purpose: 'withdrawal', ref: withdrawal.id, playerId: me.id, amount: 70n } as const
    await callAll(db, [holdCoins(held)])
    await completeWithdrawal(db, withdrawal, { by, at, reference: randomUUID() })
    const named = ({ id, number, kind }: OrderRow) => ({ id, number, kind })
    expect((await page(me.token, { asset: 'coin' })).items).toMatchObject([
      { kind: 'withdrawal', amount: '-70', balanceAfter: '0', match: null, order: named(withdrawal) },
      { kind: 'deposit', amount: '70', balanceAfter: '70', match: null, order: named(deposit) },
    ])
    expect((await page(me.token, { asset: 'promo' })).items).toMatchObject([{ kind: 'welcome', order: null }])
  })

  it('is paged to its end without an entry twice or missed, also while entries come in', async () => {
    const [anna, ben] = [await someone(), await someone()]
    const assets = ['coin', 'promo', 'trial'] as const
    for (const one of [anna, ben]) for (const asset of assets) await fund(db, one.id, asset, 1_000n)
    for (const [nth, asset] of [...assets, ...assets, 'coin' as const].entries())
      await play(nth % 2 === 0 ? anna.id : ben.id, nth % 2 === 0 ? ben.id : anna.id, asset, 7n)
    const { items: all, next } = await page(anna.token, { limit: 100 })
    expect(next).toBeNull()
    const comeIn = async () => {
      for (const asset of assets) await fund(db, anna.id, asset, 1n)
    }
    const read = await pages(anna.token, { limit: 3 }, comeIn)
    expect(read.length).toBe(Math.ceil(all.length / 3))
    expect(read.flat()).toEqual(all)
    for (const asset of assets) {
      const before = await page(anna.token, { limit: 100, asset })
      const one = await pages(anna.token, { limit: 3, asset }, comeIn)
      expect(one.flat()).toEqual(before.items)
    }
  })

  it('adds up: each entry says the balance that the one below it led to', async () => {
    const [anna, ben] = [await someone(), await someone()]
    for (const one of [anna, ben]) await fund(db, one.id, 'coin', 100n)
    // Transfers wait for each other here, and may have begun in another order than they took effect in.
    await Promise.all(Array.from({ length: 10 }, (_, nth) => fund(db, anna.id, 'coin', BigInt(nth + 1))))
    await play(anna.id, ben.id, 'coin', 30n)
    const { items } = await page(anna.token, { asset: 'coin', limit: 100 })
    let balance = 0n
    for (const { amount, balanceAfter } of items.toReversed()) {
      balance += BigInt(amount)
      expect(balanceAfter).toBe(String(balance))
    }
    expect((await balanceOf(db, anna.id)).coin).toBe(String(balance))
  })

  it('shows only your own entries, even with someone else’s cursor', async () => {
    const [anna, ben] = [await someone(), await someone()]
    await newPlayer(db, 'coin', 1n)
    for (let nth = 0; nth < 5; nth++) {
      await fund(db, anna.id, 'coin', 1_000n + BigInt(nth))
      await fund(db, ben.id, 'coin', 10n + BigInt(nth))
    }
    const { next } = await page(anna.token, { asset: 'coin', limit: 2 })
    const { items } = await page(ben.token, { asset: 'coin', cursor: next ?? '' })
    const own = (await page(ben.token, { asset: 'coin' })).items
    expect(items.length).toBeGreaterThan(0)
    expect(own).toEqual(expect.arrayContaining(items))
  })

  it('is for signed-in accounts', async () => {
    const me = await someone()
    expect((await at.post('user/signout', {}, me)).code).toBe(200)
    for (const path of ['balance', 'statement']) {
      expect(await get(path)).toMatchObject({ status: 401, code: 1401, data: null })
      expect(await get(path, me.token)).toMatchObject({ code: 1501, data: null })
    }
  })

  it.each([
    'limit=0',
    'limit=101',
    'limit=1.5',
    'limit=many',
    'asset=gold',
    'asset=coin&asset=promo',
    'cursor=',
    'cursor=abc',
    `cursor=${'A'.repeat(300)}`,
    ...['[1,2]', '[1,2,-3]', '[1,2,3.5]', '["1","2","3"]', '[1,2,3,4]', '[1e30,1,1]', '{"coin":1}'].map(
      (place) => `cursor=${Buffer.from(place).toString('base64url')}`,
    ),
  ])('refuses %s with 1001', async (query) => {
    reader ??= await someone()
    expect(await get(`statement?${query}`, reader.token)).toMatchObject({
      code: 1001,
      data: { field: query.slice(0, query.indexOf('=')) },
    })
  })

  it('is described at /docs', async () => {
    const headers = { [edgeKeyHeader]: edgeKey, [thisMachineHeader]: '1' }
    const spec = (await app.inject({ url: '/docs/json', headers })).json()
    const names = spec.paths['/api/wallet/statement'].get.parameters.map(({ name }: { name: string }) => name)
    expect(names.sort()).toEqual(['asset', 'cursor', 'limit'])
  })
})
