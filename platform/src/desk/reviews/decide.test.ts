import { deskApproveBodySchema } from '@minefall/shared/contracts/desk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../db/index.ts'
import { describeDatabase, notingTrips } from '../../db/testing.ts'
import { disableStaff, resetStaff } from '../staff/manage.ts'
import { type OpenDesk, openDesk } from '../testing.ts'
import { type PlaceOrders, placeOrders } from '../testing-orders.ts'
import { approveOrder, paymentReference, rejectOrder, takeOrder } from './decide.ts'

describe('the reference of a payment', () => {
  it.each([
    ['alipay', null, ['2026 1122 0001', ' 202611220001'], '202611220001'],
    ['bank', null, ['ft22 31ab', 'FT2231AB', 'Ft2231 Ab'], 'FT2231AB'],
    ['usdt', 'ERC20', ['0xC0FFEE', '0Xc0ffee', 'c0ffee', 'C0 FF EE'], '0xc0ffee'],
    ['usdt', 'TRC20', ['C0FFEE', 'c0ffee', '0xc0ffee'], 'c0ffee'],
    ['checkout', null, ['pay_aB3'], 'pay_aB3'],
  ] as const)('of %s %s has one form, however it is written', (method, network, written, form) => {
    for (const text of written) expect(paymentReference({ method, network }, text)).toBe(form)
  })

  it.each(['', 'ab', '    ', 'x'.repeat(101), 'a\nbc', 'ünïcode'])(
    'is none of the likes of %j',
    (reference) => {
      expect(deskApproveBodySchema.safeParse({ reference }).success).toBe(false)
    },
  )
})

describeDatabase('who is disabled', (open) => {
  let db: Database
  let desk: OpenDesk
  let orders: PlaceOrders
  beforeAll(async () => {
    db = await open()
    desk = await openDesk(db)
    orders = placeOrders(db, desk.clock)
  })
  afterAll(() => desk.close())

  const large = { amount: 10_000n }
  const address = '203.0.113.9'

  it('has approved nothing: two others have to, unless they are let in again', async () => {
    const gone = await desk.staff('finance')
    const [one, two] = [await desk.staff('finance'), await desk.staff('admin')]
    const [order, back] = [await orders.pending(large), await orders.pending(large)]
    const approve = ({ id }: { id: string }, by: { token: string }) =>
      desk.post(`orders/${id}/approve`, by, { reference: `PAY-${id}` })
    for (const each of [order, back]) expect(await approve(each, gone)).toMatchObject({ code: 200 })

    await disableStaff(desk.office, gone.email)
    await desk.clock.advance(1)
    expect(await approve(order, one)).toMatchObject({
      code: 200,
      data: {
        status: 'pending',
        approvals: {
          needed: 2,
          given: [
            { staffId: gone.id, counts: false },
            { staffId: one.id, counts: true },
          ],
        },
      },
    })
    expect(await approve(order, two)).toMatchObject({ code: 200, data: { status: 'completed' } })
    expect(await orders.coins(order.playerId)).toEqual({ available: '0', held: '0' })

    await resetStaff(desk.office, { email: gone.email, password: 'paper lantern 99' })
    expect(await approve(back, one)).toMatchObject({ code: 200, data: { status: 'completed' } })
  })

  it('counts once let in again, and either of the two approvals sent again completes the order', async () => {
    for (const again of ['who was let in again', 'the other'] as const) {
      const [gone, other] = [await desk.staff('finance'), await desk.staff('admin')]
      const order = await orders.pending(large)
      const approve = (by: { token: string }, reference = `PAY-${order.id}`) =>
        desk.post(`orders/${order.id}/approve`, by, { reference })
      expect(await approve(gone)).toMatchObject({ data: { status: 'pending' } })
      await disableStaff(desk.office, gone.email)
      await desk.clock.advance(1)
      expect(await approve(other)).toMatchObject({ data: { status: 'pending' } })
      expect(await approve(other)).toMatchObject({ code: 200, data: { status: 'pending' } })

      const password = 'paper lantern 99'
      const back = await resetStaff(desk.office, { email: gone.email, password })
      if (!back) return expect.fail('no one was let in')
      const by = again === 'the other' ? other : await desk.signIn({ ...gone, password, secret: back.secret })
      expect(await approve(by, 'PAY-OTHER')).toMatchObject({ code: 1409 })
      expect(await approve(by), again).toMatchObject({
        code: 200,
        data: { status: 'completed', approvals: { given: [{ counts: true }, { counts: true }] } },
      })
      expect(await approve(by)).toMatchObject({ code: 200, data: { status: 'completed' } })
      expect(await orders.coins(order.playerId)).toEqual({ available: '0', held: '0' })
    }
  })

  it('decides nothing any more, whatever they sent before', async () => {
    const staff = await desk.staff('admin')
    const [paid, pending] = [await orders.paid(), await orders.pending()]
    await disableStaff(desk.office, staff.email)
    const by = (orderId: string) => ({ orderId, staff, address })
    expect([
      await takeOrder(desk.world, by(paid.id)),
      await approveOrder(desk.world, by(pending.id), { reference: 'PAY-1' }),
      await rejectOrder(desk.world, by(pending.id), { reason: 'Not this one' }),
    ]).toEqual([{ refused: 1501 }, { refused: 1501 }, { refused: 1501 }])
    expect(await orders.coins(pending.playerId)).toEqual({ available: '0', held: '1000' })
    const { count } = await db.query('select from desk_audit where staff_id = $1 and subject_type = $2', [
      staff.id,
      'order',
    ])
    expect(count).toBe(0)
  })
})

describeDatabase('a decision', (open) => {
  it('locks the owner’s account and then the order, as an undo of a contact does, so that neither waits for the other', async () => {
    const db = await open()
    const desk = await openDesk(db)
    const orders = placeOrders(db, desk.clock)
    const staff = await desk.staff('finance')
    const { db: noting, trips } = notingTrips(db)
    const world = { ...desk.world, db: noting }
    const locked = async (decide: (by: Parameters<typeof takeOrder>[1]) => Promise<unknown>) => {
      const { id: orderId } = await orders.pending()
      trips.length = 0
      expect(await decide({ orderId, staff, address: '203.0.113.9' })).toMatchObject({ id: orderId })
      return trips
        .filter((text) => /for (no key )?update/.test(text))
        .map((text) => /from (\w+)/.exec(text)?.[1])
        .slice(0, 2)
    }
    const inOrder = ['login_account', 'wallet_order']
    expect(await locked((by) => approveOrder(world, by, { reference: `PAY-${by.orderId}` }))).toEqual(inOrder)
    expect(await locked((by) => rejectOrder(world, by, { reason: 'Not this one' }))).toEqual(inOrder)
    await desk.close()
  })
})
