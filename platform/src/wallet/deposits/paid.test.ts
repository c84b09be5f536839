import { randomUUID } from 'node:crypto'
import { depositBodySchema } from '@minefall/shared/contracts/rest'
import { createLogger } from '@minefall/shared/node'
import { manualClock } from '@minefall/shared/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { balanceOf } from '../../ledger/index.ts'
import { failDeposit, readOrder } from '../index.ts'
import { expireDeposits, startExpiring, touchDeposit } from '../orders/expiry.ts'
import type { World } from '../world.ts'
import { placeDeposit, reviewedDepositsMax } from './place-deposit.ts'
import { sayPaid } from './routes.ts'
import { type OpenDeposits, openDeposits, payWithinMs } from './testing.ts'

const expired = { code: 1603, msg: 'This order has expired. If you already paid, contact support' }
const movedOn = { code: 1603, msg: 'The order’s status has changed, so you can’t do this anymore' }

describeDatabase('what a deposit waits for', (open) => {
  let db: Database
  let at: OpenDeposits
  beforeAll(async () => {
    db = await open()
    at = await openDeposits(db)
  })
  afterAll(() => at.close())

  /** The same wallet on a node whose clock is ahead. */
  const ahead = (ms: number): World => ({ ...at.world, clock: manualClock(at.clock.now() + ms) })
  const statusOf = async (id: string) => (await readOrder(db, id))?.status

  it('is a review for twenty at the most, until one of them is decided', async () => {
    const me = await at.player()
    const pay = async () => {
      const { id } = await me.deposit()
      expect(await me.post(`orders/${id}/paid`)).toMatchObject({ code: 200 })
      return id
    }
    const first = await pay()
    for (let n = 1; n < reviewedDepositsMax; n++) await pay()
    const request = await me.request()
    const refused = {
      code: 1605,
      msg: 'Too many of your deposits are under review. Wait until one is decided',
    }
    expect(await me.post('deposit', request)).toMatchObject(refused)
    await at.move(first, 'reviewing')
    expect(await me.post('deposit', request)).toMatchObject(refused)
    const order = await readOrder(db, first)
    if (!order) return expect.fail('not placed')
    const reason = { code: 'refused', text: 'No' } as const
    await failDeposit(db, order, { by: { kind: 'staff', id: 'someone' }, at: at.clock.now(), reason })
    expect(await me.post('deposit', request)).toMatchObject({ code: 200 })
  })

  it('is paid once by 50 equal posts at once, which all get the same answer', async () => {
    const me = await at.player()
    const { id } = await me.deposit()
    const told: unknown[] = []
    const stop = at.world.bus.subscribe('player.order', me.id, (order) => void told.push(order))
    const answers = await Promise.all(Array.from({ length: 50 }, () => me.post(`orders/${id}/paid`)))
    stop()
    expect(answers[0]).toMatchObject({
      code: 200,
      data: { status: 'paid', steps: [{ status: 'submitted' }, { status: 'paid', at: at.clock.now() }] },
    })
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(await at.statusesOf(id)).toEqual([`submitted by player ${me.id}`, `paid by player ${me.id}`])
    expect(told).toEqual([{ orderId: id, status: 'paid' }])
  })

  it('is paid still, and answered as it is, when staff have taken it on', async () => {
    const me = await at.player()
    const { id } = await me.deposit()
    await me.post(`orders/${id}/paid`)
    await at.move(id, 'reviewing')
    expect(await me.post(`orders/${id}/paid`)).toMatchObject({ code: 200, data: { status: 'reviewing' } })
    const order = (await readOrder(db, id)) ?? expect.fail('no order')
    const by = { kind: 'staff', id: randomUUID() } as const
    const reason = { code: 'refused', text: 'Nothing came in' } as const
    await failDeposit(db, order, { by, at: at.clock.now(), reason })
    expect(await me.post(`orders/${id}/paid`)).toMatchObject(movedOn)
    expect((await me.get(`orders/${id}`)).data).toMatchObject({
      status: 'failed',
      reason: { code: 'refused', text: 'Nothing came in' },
      endedAt: at.clock.now(),
    })
  })

  it('is reported by the provider alone with checkout', async () => {
    const me = await at.player()
    const { id } = await me.deposit({ method: 'checkout', currency: 'USD', amount: '100' })
    expect(await me.post(`orders/${id}/paid`)).toMatchObject({ ...movedOn, data: null })
    expect(await statusOf(id)).toBe('submitted')
  })

  it('is over when its time is: it fails on the spot, without a coin moving', async () => {
    const me = await at.player()
    const [early, late] = [await me.deposit(), await me.deposit()]
    await at.clock.advance(payWithinMs - 1)
    expect(await me.post(`orders/${early.id}/paid`)).toMatchObject({ code: 200, data: { status: 'paid' } })
    await at.clock.advance(1)
    const told: unknown[] = []
    const stop = at.world.bus.subscribe('player.order', me.id, (order) => void told.push(order))
    const answers = await Promise.all(Array.from({ length: 5 }, () => me.post(`orders/${late.id}/paid`)))
    stop()
    for (const answer of answers)
      expect(answer).toMatchObject({ ...expired, data: { notice: 'order-expired' } })
    expect(told).toEqual([{ orderId: late.id, status: 'failed' }])
    expect((await me.get(`orders/${late.id}`)).data).toMatchObject({
      status: 'failed',
      reason: { code: 'expired', text: null },
      endedAt: at.clock.now(),
      steps: [{ status: 'submitted' }, { status: 'failed', at: at.clock.now() }],
    })
    expect(await at.statusesOf(late.id)).toEqual([`submitted by player ${me.id}`, 'failed by clock clock'])
    expect(await balanceOf(db, me.id)).toMatchObject({ coin: '0' })
    await expireDeposits(at.world)
    expect(await statusOf(early.id)).toBe('paid')
  })

  it('has one winner when it is paid while it expires', async () => {
    const me = await at.player()
    const orders = await Promise.all(Array.from({ length: 20 }, () => at.placeDeposit({ playerId: me.id })))
    const late = ahead(payWithinMs)
    const [answers] = await Promise.all([
      Promise.all(orders.map(({ id }) => me.post(`orders/${id}/paid`))),
      expireDeposits(late),
    ])
    for (const [nth, answer] of answers.entries()) {
      const id = orders[nth]?.id ?? ''
      const isPaid = (await statusOf(id)) === 'paid'
      expect(answer).toMatchObject(isPaid ? { code: 200, data: { status: 'paid' } } : expired)
      const last = isPaid ? `paid by player ${me.id}` : 'failed by clock clock'
      expect(await at.statusesOf(id)).toEqual([`submitted by player ${me.id}`, last])
    }
  })

  it('expires by the clock, all that are due and nothing else', async () => {
    const me = await at.player()
    const due = []
    for (let nth = 0; nth < 3; nth++) due.push(await me.deposit())
    await at.clock.advance(1)
    const open = await me.deposit()
    const paid = await me.deposit()
    await me.post(`orders/${paid.id}/paid`)
    await Promise.all([expireDeposits(ahead(payWithinMs - 1)), expireDeposits(ahead(payWithinMs - 1))])
    for (const { id } of due)
      expect(await at.statusesOf(id)).toEqual([`submitted by player ${me.id}`, 'failed by clock clock'])
    expect([await statusOf(open.id), await statusOf(paid.id)]).toEqual(['submitted', 'paid'])
  })

  it('is kept for what its payment window may tell late, without opening again', async () => {
    const order = await at.placeDeposit({ method: 'checkout', currency: 'USD', expiresAt: at.clock.now() })
    await db.query(
      `insert into checkout_session (order_id, provider, reference, url, opened_at)
       values ($1, 'sandbox', $2, 'https://pay.example/x', now())`,
      [order.id, randomUUID()],
    )
    const touched = await touchDeposit(at.world, order, async () => expect.fail('it was let through'))
    expect(touched).toEqual({ refused: 1603, data: { notice: 'order-expired' } })
    await expireDeposits(ahead(300_000 - 1))
    expect(await statusOf(order.id)).toBe('submitted')
    await expireDeposits(ahead(300_000))
    expect(await at.statusesOf(order.id)).toEqual([
      `submitted by player ${order.playerId}`,
      'failed by clock clock',
    ])
  })

  it('happens as a whole or not at all, wherever it is cut off', async () => {
    const me = await at.player()
    const request = await me.request()
    /** The wallet with a database that is gone before the nth statement of a transaction. */
    const cutOff = (nth: number): World => {
      const transaction: Database['transaction'] = (run) =>
        db.transaction((tx) => {
          let left = nth
          return run({
            query: async (...asked) => {
              if (left-- === 0) throw new Error('cut off')
              return tx.query(...asked)
            },
          })
        })
      return { ...at.world, db: { ...db, transaction } }
    }
    /** How often it was cut off until nothing stood in the way. */
    const through = async (attempt: (world: World) => Promise<unknown>, unchanged: () => Promise<void>) => {
      for (let nth = 0; ; nth++) {
        const problem = await attempt(cutOff(nth)).then(
          () => null,
          (error: Error) => error.message,
        )
        if (problem === null) return nth
        expect(problem).toBe('cut off')
        await unchanged()
      }
    }
    const placing = through(
      (world) => placeDeposit(world, me.id, depositBodySchema.parse(request)),
      async () => expect(await at.countOrders(me.id)).toBe(0),
    )
    expect(await placing).toBeGreaterThan(3)
    const { id } = (await me.post('deposit', request)).data
    expect(await at.countOrders(me.id)).toBe(1)
    const submitted = [`submitted by player ${me.id}`]
    const paying = through(
      (world) => sayPaid(world, { id, playerId: me.id }),
      async () => expect([await statusOf(id), await at.statusesOf(id)]).toEqual(['submitted', submitted]),
    )
    expect(await paying).toBeGreaterThan(1)
    expect(await at.statusesOf(id)).toEqual([...submitted, `paid by player ${me.id}`])
  })

  it('expires in batches, however many are due', async () => {
    const orders = []
    const owner = await at.placeDeposit()
    for (let nth = 0; nth < 201; nth++) orders.push(await at.placeDeposit({ playerId: owner.playerId }))
    await expireDeposits(ahead(payWithinMs))
    const { count } = await db.query(
      `select from wallet_order where player_id = $1 and status = 'failed' and reason = 'expired'`,
      [owner.playerId],
    )
    expect(count).toBe(orders.length + 1)
  })

  it('expires within seconds on its own until it is stopped, and after a look that failed', async () => {
    const me = await at.player()
    const { id } = await me.deposit()
    const late = ahead(payWithinMs)
    const clock = manualClock(late.clock.now())
    const lines: string[] = []
    const log = createLogger({
      level: 'error',
      format: 'json',
      to: { write: (line) => void lines.push(line) },
    })
    let isDown = true
    const query: Database['query'] = async (...asked) => {
      if (isDown) throw new Error('no database')
      return db.query(...asked)
    }
    const stop = startExpiring({ ...late, clock, log, db: { ...db, query } })
    await clock.advance(5_000)
    await expect.poll(() => lines).toEqual([expect.stringContaining('deposits could not be expired')])
    await expect.poll(() => clock.pending()).toBe(1)
    isDown = false
    await clock.advance(5_000)
    await expect.poll(() => statusOf(id)).toBe('failed')
    await stop()
    expect(clock.pending()).toBe(0)
    expect(lines).toHaveLength(1)
  })
})
