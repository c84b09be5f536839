import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deviceAsker } from '../../accounts/index.ts'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import type { OrderRow } from '../../wallet/index.ts'
import { disableStaff, resetStaff } from '../staff/manage.ts'
import { defaultDeskSettings, type From, type OpenDesk, openDesk } from '../testing.ts'
import { type PlaceOrders, placeOrders } from '../testing-orders.ts'

const day = 86_400_000
const settings = { ...defaultDeskSettings, secondPersonInDay: 10_000n, secondPersonInWeek: 30_000n }

describeDatabase('the limits of one member of staff', (open) => {
  let db: Database
  let desk: OpenDesk
  let orders: PlaceOrders
  beforeAll(async () => {
    db = await open()
    desk = await openDesk(db, { settings })
    orders = placeOrders(db, desk.clock)
  })
  afterAll(() => desk.close())

  const take = (order: OrderRow, by: From) => desk.post(`orders/${order.id}/take`, by)
  const approve = (order: OrderRow, by: From) =>
    desk.post(`orders/${order.id}/approve`, by, { reference: `PAY-${order.id}` })
  const taken = async (by: From, given: Parameters<PlaceOrders['paid']>[0] = {}) => {
    const order = await orders.paid(given)
    expect(await take(order, by)).toMatchObject({ code: 200 })
    return order
  }

  it('cap what one person approves alone in a day and in a week, in however many orders', async () => {
    let by = await desk.staff('finance')
    const other = await desk.staff('finance')
    const approveAll = async (count: number, amount: bigint) => {
      for (let nth = 0; nth < count; nth++) {
        const answer = await approve(await taken(by, { amount }), by)
        expect(answer).toMatchObject({ code: 200, data: { status: 'completed' } })
      }
    }
    await approveAll(3, 3_333n)
    const over = await taken(by, { amount: 1n })
    expect((await desk.get(`orders/${over.id}`, by)).data).toMatchObject({
      flags: expect.arrayContaining(['second-person']),
      approvals: { needed: 2, why: { of: 'staff', within: 'day', approved: '9999', most: '10000' } },
    })
    expect((await desk.get(`orders/${over.id}`, other)).data).toMatchObject({
      approvals: { needed: 1, why: null },
    })
    expect(await approve(over, by)).toMatchObject({ data: { status: 'reviewing' } })
    expect(await approve(over, other)).toMatchObject({ data: { status: 'completed' } })
    for (let days = 0; days < 2; days++) {
      await desk.clock.advance(day)
      by = { ...by, ...(await desk.signIn(by)) }
      await approveAll(3, 3_333n)
    }
    await desk.clock.advance(day)
    by = { ...by, ...(await desk.signIn(by)) }
    const last = await taken(by, { amount: 3n })
    expect((await desk.get(`orders/${last.id}`, by)).data).toMatchObject({
      approvals: { needed: 2, why: { of: 'staff', within: 'week', approved: '29997', most: '30000' } },
    })
  })

  it('cap what is approved for one account by one person, deposits and withdrawals together', async () => {
    const [one, two, three] = [
      await desk.staff('finance'),
      await desk.staff('finance'),
      await desk.staff('admin'),
    ]
    const playerId = await orders.player()
    expect(await approve(await taken(one, { playerId, amount: 6_000n }), one)).toMatchObject({
      data: { status: 'completed' },
    })
    const out = await orders.pending({ playerId, amount: 4_000n })
    expect(await approve(out, two)).toMatchObject({
      data: { status: 'pending', approvals: { needed: 2, why: { of: 'account', approved: '6000' } } },
    })
    expect(await approve(out, three)).toMatchObject({ data: { status: 'completed' } })
  })

  it('hold where the first of two approvals is of someone disabled before the second', async () => {
    const [gone, by] = [await desk.staff('finance'), await desk.staff('finance')]
    for (let nth = 0; nth < 3; nth++)
      expect(await approve(await taken(gone, { amount: 3_333n }), gone)).toMatchObject({
        data: { status: 'completed' },
      })
    const approved: OrderRow[] = []
    for (let nth = 0; nth < 3; nth++) {
      const order = await orders.pending({ amount: 4_000n })
      expect(await approve(order, gone)).toMatchObject({ data: { status: 'pending' } })
      approved.push(order)
    }
    await disableStaff(desk.office, gone.email)
    const answers = []
    for (const order of approved) answers.push((await approve(order, by)).data.status)
    expect(answers).toEqual(['completed', 'completed', 'pending'])
    // Let in again, they were still no second person for what is completed.
    await resetStaff(desk.office, { email: gone.email, password: 'paper lantern 99' })
    expect(
      (await desk.get(`orders/${(await orders.pending({ amount: 4_000n })).id}`, by)).data,
    ).toMatchObject({
      approvals: { needed: 2, why: { of: 'staff', within: 'day', approved: '8000', most: '10000' } },
    })
  })

  it('count what a release before completed with one approval, and not what it completed with two', async () => {
    const [by, other] = [await desk.staff('finance'), await desk.staff('finance')]
    const completed = async (amount: bigint, ...approvers: From[]) => {
      const order = await taken(by, { amount })
      for (const approver of approvers) await approve(order, approver)
      return order.id
    }
    const ids = [await completed(4_000n, by), await completed(10_000n, by, other)]
    await db.query('alter table wallet_order_approval disable trigger user')
    await db.query('update wallet_order_approval set alone = null where order_id = any($1::uuid[])', [ids])
    await db.query('alter table wallet_order_approval enable trigger user')
    const next = await taken(by, { amount: 6_000n })
    expect((await desk.get(`orders/${next.id}`, by)).data).toMatchObject({
      approvals: { needed: 2, why: { of: 'staff', within: 'day', approved: '4000' } },
    })
  })

  it('need both people to name the same payment, and let the first correct what they mistyped', async () => {
    const [one, two, three] = [
      await desk.staff('finance'),
      await desk.staff('finance'),
      await desk.staff('admin'),
    ]
    const given = { playerId: await orders.player(), amount: 10_000n }
    const [order, again] = [await taken(one, given), await taken(two, given)]
    const paid = { reference: `TX-${randomUUID()}` }
    const approveAs = ({ id }: OrderRow, by: From) => desk.post(`orders/${id}/approve`, by, paid)
    expect(await approveAs(order, one)).toMatchObject({ data: { status: 'reviewing' } })
    expect(await approveAs(again, three)).toMatchObject({ code: 1608 })
    expect(await approve(order, two)).toMatchObject({ code: 1409 })
    expect(await orders.coins(given.playerId)).toEqual({ available: '0', held: '0' })
    // It was the payment of the other order: once the first corrects that, it pays for that one.
    expect(await approve(order, one)).toMatchObject({
      data: { status: 'reviewing', approvals: { given: [{ staffId: one.id }] } },
    })
    expect(await approveAs(order, two)).toMatchObject({ code: 1409 })
    expect(await approveAs(again, three)).toMatchObject({ data: { status: 'reviewing' } })
    expect(await approveAs(order, one)).toMatchObject({ code: 1608 })
    expect(await approve(order, two)).toMatchObject({ data: { status: 'completed' } })
    expect(await approveAs(again, two)).toMatchObject({ data: { status: 'completed' } })
    expect(await orders.coins(given.playerId)).toEqual({ available: '20000', held: '0' })
    const { rows } = await db.query(
      `select after ->> 'reference' as reference from desk_audit
       where subject_id = $1 and action = 'order.approve' order by id`,
      [order.id],
    )
    const written = `PAY-${order.id}`.toUpperCase()
    expect(rows.map(({ reference }) => reference)).toEqual([paid.reference.toUpperCase(), written, written])
    // One that was refused was paid by nothing.
    const [refused, last] = [await taken(one, given), await taken(two, given)]
    const other = { reference: `TX-${randomUUID()}` }
    expect(await desk.post(`orders/${refused.id}/approve`, one, other)).toMatchObject({ code: 200 })
    expect(await desk.post(`orders/${refused.id}/reject`, two, { reason: 'Of another' })).toMatchObject({
      code: 200,
    })
    for (const by of [three, two])
      expect(await desk.post(`orders/${last.id}/approve`, by, other)).toMatchObject({ code: 200 })
    // Who starts the review of the refused one again can't complete it with that approval under another payment.
    expect(await desk.post(`orders/${refused.id}/take`, two)).toMatchObject({ code: 200 })
    expect(await approve(refused, two)).toMatchObject({ code: 1409 })
    expect(await desk.post(`orders/${refused.id}/approve`, two, other)).toMatchObject({ code: 1608 })
  })

  it('count an approval from when it was corrected', async () => {
    let by = await desk.staff('finance')
    const all = [await taken(by, { amount: 6_000n }), await taken(by, { amount: 6_000n })]
    all.push(await taken(by, { amount: 6_000n }))
    const statuses = async (written: string) => {
      const answers = []
      for (const { id } of all) {
        const reference = `${written}-${id}`
        answers.push(await desk.post(`orders/${id}/approve`, by, { reference }))
      }
      return answers.map(({ data }) => data?.status)
    }
    expect(await statuses('PAY')).toEqual(['completed', 'reviewing', 'reviewing'])
    await desk.clock.advance(day)
    by = { ...by, ...(await desk.signIn(by)) }
    expect(await statuses('PAID')).toEqual([undefined, 'completed', 'reviewing'])
  })

  it('hold when many orders are approved at once', async () => {
    const by = await desk.staff('finance')
    const all = [await taken(by, { amount: 4_000n }), await taken(by, { amount: 4_000n })]
    all.push(await taken(by, { amount: 4_000n }))
    const answers = await Promise.all(all.map((order) => approve(order, by)))
    expect(answers.map(({ data }) => data.status).sort()).toEqual(['completed', 'completed', 'reviewing'])
  })

  it('keep withdrawals and identity from the person who approved a deposit, for 90 days', async () => {
    let by = await desk.staff('finance')
    const other = await desk.staff('finance')
    const playerId = await orders.player()
    expect(await approve(await taken(by, { playerId }), by)).toMatchObject({ code: 200 })
    const out = await orders.pending({ playerId })
    expect(await approve(out, by)).toMatchObject({ code: 1611 })
    expect(await desk.post(`players/${playerId}/identity`, by, { reason: 'Passport' })).toMatchObject({
      code: 1611,
    })
    const { data } = await desk.get(`orders/${out.id}`, by)
    expect(data).toMatchObject({ status: 'pending', deciders: { refused: 'other-side' } })
    expect(data.deciders.others).toContain(other.name)
    expect(data.deciders.others).not.toContain(by.name)
    // What could be paid out by mistake may be stopped by anyone.
    expect(await desk.post(`orders/${out.id}/reject`, by, { reason: 'Not right' })).toMatchObject({
      code: 200,
    })
    await desk.clock.advance(90 * day)
    by = { ...by, ...(await desk.signIn(by)) }
    expect(await approve(await orders.pending({ playerId }), by)).toMatchObject({ code: 200 })
  })

  it('keep deposits from the person who reviewed the identity or approved a withdrawal', async () => {
    for (const first of ['identity', 'withdrawal']) {
      const [by, other] = [await desk.staff('finance'), await desk.staff('admin')]
      const playerId = await orders.player()
      if (first === 'withdrawal') await approve(await orders.pending({ playerId }), by)
      else await desk.post(`players/${playerId}/identity`, by, { reason: 'Passport' })
      const order = await taken(by, { playerId })
      expect(await approve(order, by)).toMatchObject({ code: 1611 })
      expect(await approve(order, other)).toMatchObject({ code: 200, data: { status: 'completed' } })
    }
  })

  const device = async (playerId: string, deviceId: string) =>
    db.query('insert into known_device (player_id, device_hash, seen_at) values ($1, $2, now())', [
      playerId,
      deviceAsker(deviceId),
    ])
  const onDevice = async (deviceId: string) => {
    const person = await desk.hire('admin')
    await desk.clock.advance(30_000)
    const { email, password } = person
    const answer = await desk.app.inject({
      method: 'POST',
      url: '/api/desk/login',
      headers: { ...desk.headersOf(), 'x-device-id': deviceId },
      payload: { email, password, code: desk.codeOf(person) },
    })
    return { ...person, token: String(answer.json().data.token) }
  }

  it('exclude their own accounts, found by device and by what those accounts share', async () => {
    const deviceId = randomBytes(16).toString('hex')
    const by = await onDevice(deviceId)
    const [own, tied, far] = [await orders.player(), await orders.player(), await orders.player()]
    await device(own, deviceId)
    await orders.destination(own, 'one@pay.example')
    await orders.destination(tied, 'one@pay.example')
    await orders.destination(far, 'two@pay.example')
    for (const playerId of [own, tied]) {
      const deposit = await orders.paid({ playerId })
      expect(await take(deposit, by)).toMatchObject({ code: 1607 })
      for (const [call, body] of [
        ['identity', { reason: 'It is me' }],
        ['block', { reason: 'Because', text: 'Blocked' }],
        ['unblock', { reason: 'Because' }],
        ['sign-out', { reason: 'Because' }],
        ['notes', { noteId: randomUUID(), text: 'Good' }],
      ] as const)
        expect([call, await desk.post(`players/${playerId}/${call}`, by, body)]).toMatchObject([
          call,
          { code: 1403 },
        ])
      const message = { messageId: randomUUID(), text: 'Hello' }
      expect(await desk.post(`conversations/${playerId}/reply`, by, message)).toMatchObject({ code: 1403 })
    }
    expect(await take(await orders.paid({ playerId: far }), by)).toMatchObject({ code: 200 })
  })

  it('exclude accounts that the same browser used at the same public address', async () => {
    const by = await desk.staff('finance')
    await db.query('update staff_session set address = $2, user_agent = $3 where staff_id = $1', [
      by.id,
      '198.51.100.7',
      'Browser 1',
    ])
    const sessionOf = async (playerId: string, address: string, agent: string) =>
      db.query(
        `insert into session (id, player_id, issued_at, created_at, user_agent, address)
         values ($1, $2, now(), now(), $3, $4)`,
        [randomBytes(16).toString('hex'), playerId, agent, address],
      )
    for (const [address, agent, code] of [
      ['198.51.100.7', 'Browser 1', 1607],
      ['198.51.100.7', 'Browser 2', 200],
      ['198.51.100.8', 'Browser 1', 200],
    ] as const) {
      const playerId = await orders.player()
      await sessionOf(playerId, address, agent)
      expect(await take(await orders.paid({ playerId }), by)).toMatchObject({ code })
    }
    await db.query('update staff_session set address = $2 where staff_id = $1', [by.id, '10.0.0.7'])
    const colleague = await orders.player()
    await sessionOf(colleague, '10.0.0.7', 'Browser 1')
    expect(await take(await orders.paid({ playerId: colleague }), by)).toMatchObject({ code: 200 })
  })
})
