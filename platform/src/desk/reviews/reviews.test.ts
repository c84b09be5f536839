import { randomUUID } from 'node:crypto'
import { deskOrderDetailSchema } from '@minefall/shared/contracts/desk'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { minute } from '../../accounts/testing.ts'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { checkLedger } from '../../ledger/index.ts'
import type { OrderRow } from '../../wallet/index.ts'
import { expireDeposits } from '../../wallet/orders/expiry.ts'
import { type From, type OpenDesk, openDesk } from '../testing.ts'
import { type PlaceOrders, placeOrders } from '../testing-orders.ts'

type Signed = Awaited<ReturnType<OpenDesk['staff']>>

describeDatabase('a review', (open) => {
  let db: Database
  let desk: OpenDesk
  let orders: PlaceOrders
  let fin: Signed
  let other: Signed
  beforeAll(async () => {
    db = await open()
    desk = await openDesk(db)
    orders = placeOrders(db, desk.clock)
    ;[fin, other] = [await desk.staff('finance'), await desk.staff('admin')]
  })
  afterAll(() => desk.close())

  const take = (order: OrderRow, by: From = fin) => desk.post(`orders/${order.id}/take`, by)
  const approve = (order: OrderRow, reference: string, by: From = fin) =>
    desk.post(`orders/${order.id}/approve`, by, { reference })
  const reject = (order: OrderRow, reason: string, by: From = fin) =>
    desk.post(`orders/${order.id}/reject`, by, { reason })
  const reference = () => `TX-${randomUUID().toUpperCase()}`
  /** A deposit that `fin` has taken. */
  const taken = async (...given: Parameters<PlaceOrders['paid']>) => {
    const order = await orders.paid(...given)
    expect(await take(order)).toMatchObject({ code: 200, data: { status: 'reviewing' } })
    return order
  }
  const auditOf = async ({ id }: OrderRow) =>
    (
      await db.query(
        'select action, staff_id, reason, before, after, address from desk_audit where subject_id = $1 order by id',
        [id],
      )
    ).rows
  const statusesOf = ({ id }: OrderRow) =>
    desk.told.filter(({ orderId }) => orderId === id).map(({ status }) => status)

  it('of a deposit ends with its coins credited, its player told and all of it written down', async () => {
    const order = await orders.paid()
    const ref = reference()
    expect(await take(order)).toMatchObject({ code: 200, data: { status: 'reviewing' } })
    const { data, ...rest } = await approve(order, ref)
    expect(rest).toMatchObject({ status: 200, code: 200 })
    expect(deskOrderDetailSchema.parse(data)).toMatchObject({
      status: 'completed',
      reference: ref,
      approvals: { needed: 1, given: [{ staffId: fin.id, name: fin.name, reference: ref }] },
      events: [
        { status: 'submitted', actorKind: 'player', actor: 'Someone' },
        { status: 'paid', actorKind: 'player', actor: 'Someone' },
        { status: 'reviewing', actorKind: 'staff', actor: fin.name },
        { status: 'completed', actorKind: 'staff', actor: fin.name },
      ],
    })
    expect(await orders.coins(order.playerId)).toEqual({ available: '1000', held: '0' })
    expect(statusesOf(order)).toEqual(['reviewing', 'completed'])
    const by = { staff_id: fin.id, reason: null, address: '203.0.113.9' }
    expect(await auditOf(order)).toEqual([
      { ...by, action: 'order.take', before: { status: 'paid' }, after: { status: 'reviewing' } },
      {
        ...by,
        action: 'order.approve',
        before: { status: 'reviewing', approvals: 0 },
        after: { status: 'completed', approvals: 1, needed: 1, reference: ref },
      },
    ])
  })

  it('of a withdrawal pays out what was held, without being taken first', async () => {
    const order = await orders.pending()
    expect(await orders.coins(order.playerId)).toEqual({ available: '0', held: '1000' })
    const { data } = await desk.get(`orders/${order.id}`, fin)
    expect(data.destinationDetails).toEqual(order.destination)
    expect(data.destination).not.toBe(data.destinationDetails.account)
    expect(await approve(order, reference())).toMatchObject({ code: 200, data: { status: 'completed' } })
    expect(await orders.coins(order.playerId)).toEqual({ available: '0', held: '0' })
    expect((await checkLedger(db)).findings).toEqual([])
  })

  it('may end without success, for a reason that the player reads', async () => {
    const deposit = await taken()
    expect(await reject(deposit, 'No payment came in')).toMatchObject({
      code: 200,
      data: { status: 'failed', reason: { code: 'refused', text: 'No payment came in' } },
    })
    expect(await orders.coins(deposit.playerId)).toEqual({ available: '0', held: '0' })
    const withdrawal = await orders.pending()
    expect(await reject(withdrawal, 'The account is not yours')).toMatchObject({
      code: 200,
      data: { status: 'rejected' },
    })
    expect(await orders.coins(withdrawal.playerId)).toEqual({ available: '1000', held: '0' })
    expect(statusesOf(withdrawal)).toEqual(['rejected'])
    expect(await auditOf(withdrawal)).toMatchObject([
      { action: 'order.reject', reason: 'The account is not yours', after: { status: 'rejected' } },
    ])
  })

  it('follows the order’s own way: what is not paid, or is over, is not decided', async () => {
    const submitted = await orders.submitted()
    const paid = await orders.paid()
    const done = await taken()
    await approve(done, reference())
    for (const [order, calls] of [
      [submitted, [take, (o: OrderRow) => approve(o, reference()), (o: OrderRow) => reject(o, 'Not paid')]],
      [paid, [(o: OrderRow) => approve(o, reference()), (o: OrderRow) => reject(o, 'Not taken')]],
      [done, [take, (o: OrderRow) => approve(o, reference(), other), (o: OrderRow) => reject(o, 'Too late')]],
    ] as const)
      for (const call of calls) expect(await call(order)).toMatchObject({ status: 200, code: 1603 })
    expect(await auditOf(submitted)).toEqual([])
    expect(await orders.coins(done.playerId)).toEqual({ available: '1000', held: '0' })
  })

  it('is for orders that there are', async () => {
    for (const id of [randomUUID(), fin.id]) {
      expect(await desk.get(`orders/${id}`, fin)).toMatchObject({ code: 1404 })
      expect(await desk.post(`orders/${id}/take`, fin)).toMatchObject({ code: 1404 })
      expect(await desk.post(`orders/${id}/approve`, fin, { reference: 'TX-1' })).toMatchObject({
        code: 1404,
      })
      expect(await desk.post(`orders/${id}/reject`, fin, { reason: 'None' })).toMatchObject({ code: 1404 })
    }
    expect(await desk.get('orders/x', fin)).toMatchObject({ code: 1001, data: { field: 'id' } })
  })

  it('credits a deposit whose payment came after it failed, once, and by two people where they are needed', async () => {
    for (const [amount, fails] of [
      [1_000n, 'expired'],
      [10_000n, 'expired'],
      [1_000n, 'refused'],
    ] as const) {
      const order = fails === 'refused' ? await taken({ amount }) : await orders.submitted({ amount })
      if (fails === 'refused') await reject(order, 'The payment didn’t arrive')
      else {
        await desk.clock.advance(15 * minute)
        for (const by of [fin, other]) await desk.get('me', by)
        await desk.clock.advance(15 * minute)
        await expireDeposits(desk.world)
      }
      expect(await approve(order, reference())).toMatchObject({ code: 1603 })
      const [mine, theirs] = await Promise.all([take(order), take(order, other)])
      expect([mine.code, theirs.code].filter((code) => code === 200)).toHaveLength(1)
      const { data } = await desk.get(`orders/${order.id}`, fin)
      expect(data).toMatchObject({ status: 'reviewing', reason: null, endedAt: null })
      await expireDeposits(desk.world)
      const ref = reference()
      const approved = await approve(order, ref)
      if (amount === 10_000n) {
        expect(approved).toMatchObject({ data: { status: 'reviewing', approvals: { needed: 2 } } })
        expect(await orders.coins(order.playerId)).toEqual({ available: '0', held: '0' })
        await approve(order, ref, other)
      }
      expect(await orders.coins(order.playerId)).toEqual({ available: String(amount), held: '0' })
      for (const by of [fin, other]) expect(await take(order, by)).toMatchObject({ code: 1603 })
    }
    expect((await checkLedger(db)).findings).toEqual([])
  })

  it('is taken once: again by the same person nothing happens, another comes too late', async () => {
    const order = await orders.paid()
    const answers = await Promise.all(Array.from({ length: 10 }, () => take(order)))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]).toMatchObject({ code: 200 })
    expect(await take(order, other)).toMatchObject({ code: 1603 })
    expect(await auditOf(order)).toHaveLength(1)
  })

  it('has one effect and equal answers for fifty equal approvals at once', async () => {
    for (const order of [await taken(), await orders.pending()]) {
      const ref = reference()
      const answers = await Promise.all(Array.from({ length: 50 }, () => approve(order, ref)))
      for (const answer of answers) expect(answer).toEqual(answers[0])
      expect(answers[0]).toMatchObject({ code: 200, data: { status: 'completed' } })
      expect((await auditOf(order)).filter(({ action }) => action === 'order.approve')).toHaveLength(1)
      expect(statusesOf(order).filter((status) => status === 'completed')).toHaveLength(1)
      const coins = order.kind === 'deposit' ? '1000' : '0'
      expect(await orders.coins(order.playerId)).toEqual({ available: coins, held: '0' })
      expect(await approve(order, reference())).toMatchObject({ code: 1409 })
    }
    expect((await checkLedger(db)).findings).toEqual([])
  })

  it('has one effect and equal answers for equal rejections at once', async () => {
    const order = await orders.pending()
    const answers = await Promise.all(Array.from({ length: 10 }, () => reject(order, 'No')))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]).toMatchObject({ code: 1001 })
    const good = await Promise.all(Array.from({ length: 10 }, () => reject(order, 'Not yours')))
    for (const answer of good) expect(answer).toEqual(good[0])
    expect(good[0]).toMatchObject({ code: 200 })
    expect(await auditOf(order)).toHaveLength(1)
    expect(await reject(order, 'Another')).toMatchObject({ code: 1603 })
  })

  it('has one winner when an approval races a rejection', async () => {
    for (let round = 0; round < 6; round++) {
      const order = round % 2 === 0 ? await taken() : await orders.pending()
      const [approved, rejected] = await Promise.all([
        approve(order, reference()),
        reject(order, 'Too slow', other),
      ])
      const won = approved.code === 200
      expect([approved.code, rejected.code]).toEqual(won ? [200, 1603] : [1603, 200])
      const coins = order.kind === 'deposit' ? won : !won
      expect(await orders.coins(order.playerId)).toEqual({ available: coins ? '1000' : '0', held: '0' })
    }
    expect((await checkLedger(db)).findings).toEqual([])
  })

  it('of what was paid in time does not race its expiry', async () => {
    const paid = await orders.paid()
    await desk.clock.advance(15 * minute)
    for (const by of [fin, other]) await desk.get('me', by)
    await desk.clock.advance(15 * minute)
    const [won, , again] = await Promise.all([take(paid), expireDeposits(desk.world), take(paid)])
    expect([won, again]).toMatchObject([
      { code: 200, data: { status: 'reviewing' } },
      { code: 200, data: { status: 'reviewing' } },
    ])
  })

  it('needs a second person from 10,000 coins on, and one person counts once', async () => {
    const less = await taken({ amount: 9_999n })
    expect(await approve(less, reference())).toMatchObject({ data: { status: 'completed' } })
    for (const order of [await taken({ amount: 10_000n }), await orders.pending({ amount: 10_000n })]) {
      const ref = reference()
      const waiting = { status: order.kind === 'deposit' ? 'reviewing' : 'pending', reference: null }
      const first = await Promise.all(Array.from({ length: 5 }, () => approve(order, ref)))
      for (const answer of first) expect(answer).toEqual(first[0])
      expect(first[0]).toMatchObject({
        code: 200,
        data: { ...waiting, approvals: { needed: 2, given: [{ staffId: fin.id }] } },
      })
      await desk.clock.advance(1)
      expect(await approve(order, reference(), other)).toMatchObject({ code: 1409 })
      expect(await approve(order, ref, other)).toMatchObject({
        code: 200,
        data: { status: 'completed', reference: ref, approvals: { given: [{}, { staffId: other.id }] } },
      })
      expect(await approve(order, ref)).toMatchObject({ code: 200, data: { status: 'completed' } })
      const approvals = (await auditOf(order)).filter(({ action }) => action === 'order.approve')
      expect(approvals.map(({ staff_id }) => staff_id)).toEqual([fin.id, other.id])
    }
    const half = await taken({ amount: 10_000n })
    await approve(half, reference())
    expect(await reject(half, 'On second thought', other)).toMatchObject({ data: { status: 'failed' } })
  })

  it('is rejected by no one but who approved it, where a withdrawal may be paid out already', async () => {
    const order = await orders.pending({ amount: 10_000n })
    expect(await approve(order, reference())).toMatchObject({ data: { status: 'pending' } })
    expect(await reject(order, 'The destination does not exist', other)).toMatchObject({ code: 1603 })
    expect(await orders.coins(order.playerId)).toEqual({ available: '0', held: '10000' })
    expect(await reject(order, 'It was sent back')).toMatchObject({ data: { status: 'rejected' } })
    expect(await orders.coins(order.playerId)).toEqual({ available: '10000', held: '0' })
  })

  it('of a withdrawal is started by one person, so that no two pay it out', async () => {
    const order = await orders.pending()
    const [mine, theirs] = await Promise.all([take(order), take(order, other)])
    expect([mine.code, theirs.code].filter((code) => code === 200)).toHaveLength(1)
    expect([mine.code, theirs.code]).toContain(1603)
    const by = mine.code === 200 ? fin : other
    expect(await take(order, by)).toMatchObject({ code: 200, data: { status: 'pending' } })
    const { data } = await desk.get(`orders/${order.id}`, fin)
    expect(data.events).toMatchObject([
      { status: 'pending', actorKind: 'player' },
      { status: 'pending', actorKind: 'staff', actor: by.name },
    ])
    // Its player sees nothing of it.
    expect(data.steps).toHaveLength(1)
    expect(await auditOf(order)).toHaveLength(1)
    expect(await approve(order, reference(), by)).toMatchObject({ data: { status: 'completed' } })
    expect((await checkLedger(db)).findings).toEqual([])
  })

  it('of a withdrawal is not started by who can’t approve it', async () => {
    const due = await orders.pending({ amount: 100_001n })
    expect(await take(due)).toMatchObject({ code: 1609 })
    const playerId = await orders.player()
    await approve(await taken({ playerId }), reference())
    const out = await orders.pending({ playerId })
    expect(await take(out)).toMatchObject({ code: 1611 })
    expect(await take(out, other)).toMatchObject({ code: 200 })
  })

  it('completes once when both people approve at once', async () => {
    for (let round = 0; round < 3; round++) {
      const order = await taken({ amount: 20_000n })
      const ref = reference()
      const answers = await Promise.all([fin, other, fin, other].map((by) => approve(order, ref, by)))
      expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200])
      expect(await orders.coins(order.playerId)).toEqual({ available: '20000', held: '0' })
    }
  })

  it('is never for your own order', async () => {
    const playerId = await orders.player(fin.email)
    const [deposit, withdrawal] = [await orders.paid({ playerId }), await orders.pending({ playerId })]
    expect(await take(deposit)).toMatchObject({ code: 1607 })
    expect(await take(deposit, other)).toMatchObject({ code: 200 })
    const third = await desk.staff('finance')
    for (const [order, by] of [
      [deposit, other],
      [withdrawal, third],
    ] as const) {
      expect(await approve(order, reference())).toMatchObject({ code: 1607 })
      expect(await reject(order, 'Mine')).toMatchObject({ code: 1607 })
      expect(await approve(order, reference(), by)).toMatchObject({ code: 200 })
    }
  })

  it('uses a payment for one order of its kind and method, however its reference is written', async () => {
    const [one, two] = [await taken(), await taken()]
    expect(await approve(one, 'ab 12 34')).toMatchObject({ data: { reference: 'AB1234' } })
    for (const again of ['AB1234', 'ab 1234', 'Ab1 2 34'])
      expect(await approve(two, again)).toMatchObject({ code: 1608 })
    const withdrawal = await orders.pending()
    expect(await approve(withdrawal, 'AB1234')).toMatchObject({ code: 200 })
  })

  it('uses a payment once when two orders are approved with it at once', async () => {
    for (let round = 0; round < 3; round++) {
      const [one, two] = [await taken(), await orders.paid()]
      await take(two, other)
      const ref = reference()
      const answers = await Promise.all([approve(one, ref), approve(two, ref, other)])
      expect(answers.map(({ code }) => Number(code)).sort((a, b) => a - b)).toEqual([200, 1608])
    }
  })

  it('shows the picture of a payment, to keep nowhere', async () => {
    const order = await taken()
    const proof = await orders.proof(order, Buffer.from('a picture'))
    expect(await desk.get(`orders/${order.id}`, fin)).toMatchObject({ data: { proofs: [{ id: proof }] } })
    const answer = await desk.inject('GET', `desk/proofs/${proof}`, fin)
    expect(answer.body).toBe('a picture')
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    expect(await desk.get(`proofs/${randomUUID()}`, fin)).toMatchObject({ code: 1404 })
  })
})
