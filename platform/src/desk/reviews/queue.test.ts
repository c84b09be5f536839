import { randomUUID } from 'node:crypto'
import { deskOrdersPageSchema } from '@minefall/shared/contracts/desk'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import type { OrderRow } from '../../wallet/index.ts'
import { type From, type OpenDesk, openDesk } from '../testing.ts'
import { type PlaceOrders, placeOrders } from '../testing-orders.ts'

describeDatabase('the queue', (open) => {
  let db: Database
  let desk: OpenDesk
  let orders: PlaceOrders
  let support: From
  let fin: From
  beforeAll(async () => {
    db = await open()
    desk = await openDesk(db)
    orders = placeOrders(db, desk.clock)
    ;[support, fin] = [await desk.staff('support'), await desk.staff('finance')]
  })
  afterAll(() => desk.close())

  const page = async (query = '') => {
    const { data, ...rest } = await desk.get(`orders?${query}`, support)
    expect(rest).toMatchObject({ status: 200, code: 200 })
    return deskOrdersPageSchema.parse(data)
  }
  const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id)
  /** Every order in the queue, with `limit` a page. */
  const pages = async (query: string, limit: number) => {
    const all: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { items, next } = await page(`${query}&limit=${limit}${cursor && `&cursor=${cursor}`}`)
      all.push(...ids(items))
      cursor = next
    }
    return all
  }
  const later = async (order: Promise<OrderRow>) => {
    const placed = await order
    await desk.clock.advance(10)
    return placed
  }
  const take = ({ id }: OrderRow) => desk.post(`orders/${id}/take`, fin)
  const approve = ({ id }: OrderRow) => desk.post(`orders/${id}/approve`, fin, { reference: randomUUID() })
  const flagsOf = async ({ id }: OrderRow) => {
    const { data } = await desk.get(`orders/${id}`, support)
    const listed = (await page('limit=100')).items.find((item) => item.id === id)
    // A list says the same as the order on its own.
    if (listed) expect(listed.flags).toEqual(data.flags)
    return data.flags
  }

  it('has what waits, the oldest first, and other statuses when they are asked for', async () => {
    const submitted = await later(orders.submitted())
    const paid = await later(orders.paid())
    const pending = await later(orders.pending())
    const reviewing = await later(orders.paid())
    await take(reviewing)
    const [first, second] = [await later(orders.pending()), await later(orders.pending())]
    for (const order of [second, first]) expect(await approve(order)).toMatchObject({ code: 200 })

    expect(ids((await page()).items)).toEqual(ids([paid, pending, reviewing]))
    expect(ids((await page('kind=deposit')).items)).toEqual(ids([paid, reviewing]))
    expect(ids((await page('status=pending')).items)).toEqual([pending.id])
    expect(ids((await page('status=submitted')).items)).toEqual([submitted.id])
    // What is over has the newest first.
    expect(ids((await page('status=completed')).items)).toEqual(ids([second, first]))
    expect((await page('kind=withdrawal&status=paid')).items).toEqual([])
  })

  it('is paged to its end, also where many were placed at once', async () => {
    const placed = await Promise.all(Array.from({ length: 7 }, () => orders.paid()))
    await desk.clock.advance(10)
    const all = ids((await page('limit=100')).items)
    expect(all).toEqual(expect.arrayContaining(ids(placed)))
    for (const limit of [1, 3, 100]) expect(await pages('', limit)).toEqual(all)
    const over = ids((await page('status=completed&limit=100')).items)
    expect(await pages('status=completed', 1)).toEqual(over)
  })

  it.each(['limit=0', 'limit=101', 'status=lost', 'kind=gift', 'cursor=abc', 'cursor=WzFd'])(
    'refuses %s with 1001',
    async (query) => {
      expect(await desk.get(`orders?${query}`, support)).toMatchObject({
        code: 1001,
        data: { field: query.slice(0, query.indexOf('=')) },
      })
    },
  )

  it('tells whose an order is', async () => {
    const playerId = await orders.player('lena@home.example')
    const { id } = await orders.paid({ playerId })
    const player = { id: playerId, nickname: 'Someone', email: 'lena@home.example', phoneNumber: '' }
    expect((await page('limit=100')).items.find((item) => item.id === id)).toMatchObject({ player })
    expect(await desk.get(`orders/${id}`, support)).toMatchObject({ data: { player } })
  })

  it('flags a deposit without a picture, and one whose picture was another’s', async () => {
    const [one, two, three] = [await orders.paid(), await orders.paid(), await orders.paid()]
    expect(await flagsOf(await orders.submitted())).toEqual([])
    expect(await flagsOf(one)).toEqual(['no-proof'])
    const picture = Buffer.from(randomUUID())
    await orders.proof(one, picture)
    expect(await flagsOf(one)).toEqual([])
    await orders.proof(two)
    await orders.proof(two, picture)
    expect([await flagsOf(one), await flagsOf(two)]).toEqual([['proof-seen'], ['proof-seen']])
    expect(await flagsOf(three)).toEqual(['no-proof'])
    await take(two)
    await approve(two)
    expect(await flagsOf(two)).toEqual(['proof-seen'])
  })

  it('flags an order that another amount was paid for', async () => {
    const order = await orders.paid({ method: 'checkout', currency: 'USD' })
    expect(await flagsOf(order)).toEqual([])
    await db.query(
      `insert into provider_event (provider, event_id, order_id, kind, outcome, at)
       values ('sandbox', $1, $2, 'paid', 'amount-differs', now())`,
      [randomUUID(), order.id],
    )
    expect(await flagsOf(order)).toEqual(['amount-differs'])
  })

  it('flags the first withdrawal to a destination, also once it is done, and no later one', async () => {
    const playerId = await orders.player()
    const destination = await orders.destination(playerId)
    const one = await later(orders.pending({ playerId, destination }))
    const beside = await later(orders.pending({ playerId, destination }))
    expect([await flagsOf(one), await flagsOf(beside)]).toEqual([['destination-new'], ['destination-new']])
    await approve(one)
    await desk.clock.advance(10)
    const next = await orders.pending({ playerId, destination })
    expect([await flagsOf(one), await flagsOf(next)]).toEqual([['destination-new'], []])
    // Taken back and saved again it is the same one.
    await db.query('update payout_destination set removed_at = now() where id = $1', [destination.id])
    const { account } = Object(destination.details)
    const again = await orders.destination(playerId, account)
    expect(await flagsOf(await orders.pending({ playerId, destination: again }))).toEqual([])
  })

  it('flags a destination that another account has saved', async () => {
    const account = `${randomUUID()}@pay.example`
    const playerId = await orders.player()
    const order = await orders.pending({ playerId, destination: await orders.destination(playerId, account) })
    expect(await flagsOf(order)).toEqual(['destination-new'])
    await orders.destination(await orders.player(), account)
    expect(await flagsOf(order)).toEqual(['destination-shared', 'destination-new'])
  })

  it('flags a withdrawal that was placed before a change of a contact was undone, while it waits', async () => {
    const order = await later(orders.pending())
    const change = (undoneAt: number | null) =>
      db.query(
        `insert into contact_change (player_id, kind, old_value, new_value, at, undo_until, undone_at)
         values ($1, 'email', 'old@home.example', 'new@home.example', $2, $2::timestamptz + interval '3 days', $3)`,
        [order.playerId, new Date(order.createdAt - 1), undoneAt === null ? null : new Date(undoneAt)],
      )
    await change(null)
    await change(order.createdAt - 1)
    expect(await flagsOf(order)).toEqual(['destination-new'])
    await change(order.createdAt + 1)
    expect(await flagsOf(order)).toEqual(['destination-new', 'contact-undone'])
    await approve(order)
    expect(await flagsOf(order)).toEqual(['destination-new'])
  })

  it('flags what needs a second person', async () => {
    const order = await orders.paid({ amount: 10_000n })
    await orders.proof(order)
    expect(await flagsOf(order)).toEqual(['second-person'])
  })
})
