import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { defaultDeskSettings, type OpenDesk, openDesk } from '../testing.ts'
import { type PlaceOrders, placeOrders } from '../testing-orders.ts'

const reason = 'Passport seen by video'

describeDatabase('the identity of an account’s owner', (open) => {
  let db: Database
  let desk: OpenDesk
  let orders: PlaceOrders
  let finance: Awaited<ReturnType<OpenDesk['staff']>>
  beforeAll(async () => {
    db = await open()
    desk = await openDesk(db, { settings: { ...defaultDeskSettings, identityReviewAbove: 3_000n } })
    orders = placeOrders(db, desk.clock)
    finance = await desk.staff('finance')
  })
  afterAll(() => desk.close())

  let references = 0
  const approve = async ({ id }: { id: string }, by = finance) =>
    (await desk.post(`orders/${id}/approve`, by, { reference: `payout ${++references}` })).code
  const review = (playerId: string, by = finance) => desk.post(`players/${playerId}/identity`, by, { reason })
  const auditOf = async (playerId: string) =>
    (
      await db.query(
        `select action, staff_id, reason, before, after from desk_audit where subject_type = 'account' and subject_id = $1`,
        [playerId],
      )
    ).rows
  const detailOf = async ({ id }: { id: string }) => (await desk.get(`orders/${id}`, finance)).data

  it('is due for the withdrawal that goes past the sum, and for no other', async () => {
    const playerId = await orders.player()
    const [first, second, third] = [
      await orders.pending({ playerId, amount: 2_000n }),
      await orders.pending({ playerId, amount: 1_000n }),
      await orders.pending({ playerId, amount: 11n }),
    ]
    expect((await detailOf(third)).flags).not.toContain('identity-unreviewed')
    expect(await approve(first)).toBe(200)
    expect(await approve(second)).toBe(200)
    expect(await detailOf(third)).toMatchObject({
      status: 'pending',
      flags: expect.arrayContaining(['identity-unreviewed']),
      identity: { reviewed: null, withdrawn: '3000' },
    })
    expect(await approve(third)).toBe(1609)
    expect(await detailOf(third)).toMatchObject({ status: 'pending', approvals: { given: [] } })
    // What was approved before is answered again, deposits need none, and other accounts have their own sum.
    expect((await desk.post(`orders/${second.id}/approve`, finance, { reference: `payout 2` })).code).toBe(
      200,
    )
    const deposit = await orders.paid({ playerId, amount: 5_000n })
    await desk.post(`orders/${deposit.id}/take`, finance)
    // Who paid the account out leaves its deposits to others.
    expect(await approve(deposit)).toBe(1611)
    expect(await approve(deposit, await desk.staff('finance'))).toBe(200)
    expect(await approve(await orders.pending({ amount: 3_000n }))).toBe(200)

    const at = desk.clock.now()
    const reviewed = { at, staffId: finance.id, name: finance.name }
    expect(await review(playerId)).toMatchObject({
      code: 200,
      data: { player: { id: playerId }, reviewed, withdrawn: '3000' },
    })
    expect(await detailOf(third)).toMatchObject({ identity: { reviewed } })
    expect((await detailOf(third)).flags).not.toContain('identity-unreviewed')
    expect(await approve(third)).toBe(200)
  })

  it('is due for one of two withdrawals that are approved at once', async () => {
    const other = await desk.staff('finance')
    for (let round = 0; round < 3; round++) {
      const playerId = await orders.player()
      const both = [
        await orders.pending({ playerId, amount: 2_000n }),
        await orders.pending({ playerId, amount: 2_000n }),
      ]
      const codes = await Promise.all(
        both.map((order, nth) => approve(order, nth === round % 2 ? finance : other)),
      )
      expect(codes.sort((one, two) => one - two)).toEqual([200, 1609])
    }
  })

  it('lets a withdrawal be rejected without it', async () => {
    const order = await orders.pending({ amount: 9_000n })
    expect(await approve(order)).toBe(1609)
    const rejected = await desk.post(`orders/${order.id}/reject`, finance, { reason: 'Asked to' })
    expect(rejected).toMatchObject({ code: 200, data: { status: 'rejected' } })
    expect(await orders.coins(order.playerId)).toEqual({ available: '9000', held: '0' })
  })

  it('is reviewed once, permanently, with how in the audit log', async () => {
    const playerId = await orders.player()
    const at = desk.clock.now()
    const answers = await Promise.all(Array.from({ length: 5 }, () => review(playerId)))
    const admin = await desk.staff('admin')
    for (const answer of [...answers, await review(playerId, admin)])
      expect(answer).toMatchObject({ code: 200, data: { reviewed: { at, staffId: finance.id } } })
    expect(await auditOf(playerId)).toEqual([
      {
        ...{ action: 'identity.review', staff_id: finance.id, reason },
        ...{ before: { reviewedAt: null }, after: { reviewedAt: at } },
      },
    ])
  })

  it('is not reviewed by the owner, for a guest or for no one, nor without saying how', async () => {
    const own = await orders.player(finance.email)
    expect(await review(own)).toMatchObject({ code: 1403 })
    const guest = randomUUID()
    await db.query(`insert into player (id, kind, name, avatar) values ($1, 'guest', 'Guest', 'otter')`, [
      guest,
    ])
    for (const noOne of [guest, randomUUID()]) expect(await review(noOne)).toMatchObject({ code: 1404 })
    const path = `players/${own}/identity`
    for (const body of [{}, { reason: '' }, { reason, extra: 1 }])
      expect(await desk.post(path, finance, body)).toMatchObject({ code: 1001 })
    expect(await desk.post('players/someone/identity', finance, { reason })).toMatchObject({ code: 1001 })
    expect(await auditOf(own)).toEqual([])
  })
})
