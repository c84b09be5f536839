import { randomUUID } from 'node:crypto'
import { type Order, orderDetailSchema, ordersPageSchema } from '@minefall/shared/contracts/rest'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { type OpenDeposits, openDeposits } from '../deposits/testing.ts'
import type { NewOrder } from './place-order.ts'
import { newDestination } from './testing.ts'

type Query = Record<string, string | number>
type Player = Awaited<ReturnType<OpenDeposits['player']>>

describeDatabase('the orders of a player', (open) => {
  let db: Database
  let at: OpenDeposits
  /** Has an order of each kind and most statuses, placed a second apart. */
  let anna: Player
  let ben: Player
  let begin: number
  beforeAll(async () => {
    db = await open()
    at = await openDeposits(db)
    anna = await at.player()
    ben = await at.player()
    begin = at.clock.now()
    const orders: Partial<NewOrder>[] = [
      { method: 'usdt', network: 'TRC20', currency: 'USDT', rate: '0.14' },
      { method: 'bank' },
      await withdrawalOf(anna),
      { method: 'checkout', currency: 'USD' },
      await withdrawalOf(anna),
      {},
    ]
    for (const [nth, order] of orders.entries()) {
      const { id } = await place(anna, { ...order, at: begin + nth * 1_000 })
      if (nth === 1) await at.move(id, 'paid')
      if (nth === 3) await at.move(id, 'paid', 'reviewing')
    }
  })
  afterAll(() => at.close())

  const place = (player: Player, order: Partial<NewOrder> = {}) =>
    at.placeDeposit({ playerId: player.id, ...order })
  const withdrawalOf = async (player: Player): Promise<Partial<NewOrder>> => ({
    kind: 'withdrawal',
    destination: await newDestination(db, player.id),
    feeCoins: 10n,
    feeFiat: 0n,
    expiresAt: null,
  })
  const page = async (player: Player, query: Query = {}) => {
    const asked = new URLSearchParams()
    for (const [name, value] of Object.entries(query)) asked.set(name, String(value))
    const { data, ...rest } = await player.get(`orders?${asked}`)
    expect(rest).toMatchObject({ status: 200, code: 200 })
    return ordersPageSchema.parse(data)
  }
  /** Every page to the end, with `between` done after each. */
  const pages = async (player: Player, query: Query, between: () => Promise<unknown>): Promise<Order[][]> => {
    const all: Order[][] = []
    for (let next: string | null = ''; next !== null; ) {
      const { items, next: following } = await page(player, next === '' ? query : { ...query, cursor: next })
      all.push(items)
      next = following
      await between()
    }
    return all
  }
  const seen = (items: readonly Order[]) => items.map(({ createdAt }) => (createdAt - begin) / 1_000)

  it('are listed with the newest first', async () => {
    const { items, next } = await page(anna)
    expect(next).toBeNull()
    expect(items.map(({ kind, method, status }) => `${kind} ${method} ${status}`)).toEqual([
      'deposit alipay submitted',
      'withdrawal alipay pending',
      'deposit checkout reviewing',
      'withdrawal alipay pending',
      'deposit bank paid',
      'deposit usdt submitted',
    ])
    expect(items[1]).toMatchObject({
      number: expect.stringMatching(/^W\d{5}-\d{4}$/),
      feeCoins: '10',
      fee: '0.00',
      expiresAt: null,
      destination: 'so…@home.example',
    })
    expect(items[5]).toMatchObject({ network: 'TRC20', rate: '0.14', currency: { symbol: '₮' } })
  })

  it.each([
    [{ kind: 'withdrawal' }, [4, 2]],
    [{ kind: 'deposit' }, [5, 3, 1, 0]],
    [{ status: 'submitted' }, [5, 0]],
    [{ status: 'rejected' }, []],
    [{ method: 'alipay' }, [5, 4, 2]],
    [{ method: 'alipay', kind: 'deposit', status: 'submitted' }, [5]],
  ])('are filtered by %j', async (query, expected) => {
    expect(seen((await page(anna, query)).items)).toEqual(expected)
  })

  it('are filtered by when they were placed, both ends included', async () => {
    const between = async (query: Query) => seen((await page(anna, query)).items)
    expect(await between({ from: begin + 2_000 })).toEqual([5, 4, 3, 2])
    expect(await between({ to: begin + 2_000 })).toEqual([2, 1, 0])
    expect(await between({ from: begin + 1_000, to: begin + 3_000 })).toEqual([3, 2, 1])
    expect(await between({ from: begin + 3_000, to: begin + 1_000 })).toEqual([])
    expect(await between({ from: 0, to: Number.MAX_SAFE_INTEGER })).toHaveLength(6)
    expect(await between({ from: Number.MAX_SAFE_INTEGER })).toEqual([])
  })

  it('are paged to the end without one twice or missed while others come in and move on', async () => {
    const moment = at.clock.now()
    // Several of one moment lie across the ends of pages.
    for (let nth = 0; nth < 13; nth++) await place(ben, { at: moment + Math.floor(nth / 6) })
    const all = (await page(ben, { limit: 100 })).items.map(({ id }) => id)
    expect(new Set(all).size).toBe(13)
    const moved: string[] = []
    const between = async () => {
      await place(ben, { at: moment + 10 })
      const next = all.find((id) => !moved.includes(id))
      if (next === undefined) return
      moved.push(next)
      await ben.post(`orders/${next}/paid`)
    }
    const read = await pages(ben, { limit: 3 }, between)
    expect(read.map((items) => items.length)).toEqual([3, 3, 3, 3, 1])
    expect(read.flat().map(({ id }) => id)).toEqual(all)
    const placed = read.flat().map(({ createdAt }) => createdAt)
    expect(placed).toEqual(placed.toSorted((a, b) => b - a))
  })

  it('are only yours, even with someone else’s cursor', async () => {
    const carl = await at.player()
    const own = await place(carl, { at: begin - 1_000 })
    const { next } = await page(anna, { limit: 2 })
    expect((await page(carl, { cursor: next ?? '' })).items.map(({ id }) => id)).toEqual([own.id])
  })

  it('are there for no one else, exactly as if there were none', async () => {
    const order = (await page(anna, { kind: 'withdrawal' })).items[0]
    const deposit = (await page(anna, { status: 'submitted' })).items[0]
    const noOnes = randomUUID()
    const unknown = await ben.get(`orders/${noOnes}`)
    expect(unknown).toMatchObject({ status: 200, code: 1404, msg: 'Not found', data: null })
    for (const id of [order?.id, deposit?.id]) {
      expect(await ben.get(`orders/${id}`)).toEqual(unknown)
      expect(await ben.post(`orders/${id}/paid`)).toEqual(await ben.post(`orders/${noOnes}/paid`))
      expect(await ben.post(`orders/${id}/paid`)).toEqual(unknown)
      expect((await anna.get(`orders/${id}`)).data).toMatchObject({ id })
    }
    expect((await anna.get(`orders/${deposit?.id}`)).data).toMatchObject({ status: 'submitted' })
    for (const id of ['nonsense', '1', `${noOnes}0`])
      expect(await ben.get(`orders/${id}`)).toMatchObject({ code: 1001, data: { field: 'id' } })
  })

  it('can’t be paid where they are withdrawals', async () => {
    const order = (await page(anna, { kind: 'withdrawal' })).items[0]
    const before = (await anna.get(`orders/${order?.id}`)).data
    expect(await anna.post(`orders/${order?.id}/paid`)).toMatchObject({ code: 1603, data: null })
    expect((await anna.get(`orders/${order?.id}`)).data).toEqual(before)
  })

  it('tell where they are paid and with which pictures on their own', async () => {
    const order = await place(anna, { method: 'checkout', currency: 'USD' })
    await db.query(
      `insert into checkout_session (order_id, provider, reference, url, opened_at)
       values ($1, 'sandbox', $2, 'https://pay.example/x', now())`,
      [order.id, randomUUID()],
    )
    const image = randomUUID()
    await db.query(
      `insert into payment_proof (id, order_id, sha256, type, content, uploaded_at)
       values ($1, $2, sha256('picture'), 'image/png', 'picture', $3)`,
      [image, order.id, new Date(begin)],
    )
    const read = async () => orderDetailSchema.parse((await anna.get(`orders/${order.id}`)).data)
    expect(await read()).toMatchObject({
      checkout: { url: 'https://pay.example/x', sandbox: true },
      proofs: [{ id: image, at: begin, bytes: 7 }],
    })
    await at.move(order.id, 'paid')
    expect((await read()).checkout).toBeNull()
  })

  it.each([
    'limit=0',
    'limit=101',
    'kind=gift',
    'status=unknown',
    'method=cash',
    'from=-1',
    'from=yesterday',
    'to=1.5',
    'kind=deposit&kind=withdrawal',
    'cursor=',
    'cursor=abc',
    `cursor=${'A'.repeat(300)}`,
    ...[
      '[1]',
      '[1,"x"]',
      '[-1,"018f4d3e-0000-7000-8000-000000000000"]',
      '[9e15,"018f4d3e-0000-7000-8000-000000000000"]',
    ].map((place) => `cursor=${Buffer.from(place).toString('base64url')}`),
  ])('refuse %s with 1001', async (query) => {
    expect(await anna.get(`orders?${query}`)).toMatchObject({
      status: 200,
      code: 1001,
      data: { field: query.slice(0, query.indexOf('=')) },
    })
  })
})
