import { randomUUID } from 'node:crypto'
import type { BusEvent } from '@minefall/shared/contracts/bus'
import { type DeskCounts, deskCountsSchema } from '@minefall/shared/contracts/desk'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hour, minute } from '../../accounts/testing.ts'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { openClub } from '../../rewards/referral/testing-club.ts'
import { type Conversations, openConversations } from '../conversations/testing.ts'
import { disableStaff } from '../staff/manage.ts'
import type { OpenDesk } from '../testing.ts'
import { type PlaceOrders, placeOrders } from '../testing-orders.ts'

type Changed = BusEvent<'desk.changed'>

describeDatabase('a desk that is open', (open) => {
  let db: Database
  let at: Conversations
  let desk: OpenDesk
  let orders: PlaceOrders
  const changed: Changed[] = []
  beforeAll(async () => {
    db = await open()
    at = await openConversations(db)
    desk = at.desk
    orders = placeOrders(db, desk.clock)
    desk.bus.subscribe('desk.changed', null, (news) => void changed.push(news))
  })
  afterAll(() => desk.close())

  const identify = (token: string) => desk.bus.request('staff.identify', { token })
  const counts = async (): Promise<DeskCounts> =>
    deskCountsSchema.parse((await desk.bus.request('desk.counts', {})).data)
  /** What is announced to be read again while `act` runs. */
  const toldBy = async (act: () => Promise<unknown>): Promise<Changed[]> => {
    changed.length = 0
    await act()
    return [...changed]
  }
  const noOne = { code: 1501, data: null }

  it('is that of the one who has its token, as long as the session is in force', async () => {
    const { id, email, name, role, ...finance } = await desk.staff('finance')
    const staff = { id, email, name, role }
    expect(await identify(finance.token)).toMatchObject({ code: 200, data: staff })
    const player = await desk.signInPlayer('plays@home.example')
    for (const token of [String(player.token), 'A'.repeat(43), 'x'])
      expect(await identify(token)).toMatchObject(noOne)
    await desk.post('logout', finance)
    expect(await identify(finance.token)).toMatchObject(noOne)
  })

  it('is no one’s any more once its owner is disabled', async () => {
    const leaver = await desk.staff('admin')
    await disableStaff(desk.office, leaver.email)
    expect(await identify(leaver.token)).toMatchObject(noOne)
  })

  it('does not keep a session in use on its own, nor beyond twelve hours', async () => {
    const [idle, busy] = [await desk.staff('support'), await desk.staff('support')]
    const asked = async (ms: number) => {
      await desk.clock.advance(ms)
      return [(await identify(idle.token)).code, (await identify(busy.token)).code]
    }
    expect(await asked(29 * minute)).toEqual([200, 200])
    await desk.get('me', busy)
    expect(await asked(2 * minute)).toEqual([1501, 200])
    for (let half = 0; half < 23; half += 1) {
      await desk.get('me', busy)
      await desk.clock.advance(hour / 2 - 2 * minute)
    }
    expect(await asked(minute)).toEqual([1501, 200])
    expect(await asked(hour)).toEqual([1501, 1501])
  })

  it('learns how much waits for staff', async () => {
    const before = await counts()
    const writer = await at.writer()
    const deposit = await orders.paid()
    await orders.submitted()
    const withdrawal = await orders.pending()
    expect(await counts()).toEqual({
      ...before,
      conversations: before.conversations + 1,
      deposits: before.deposits + 1,
      withdrawals: before.withdrawals + 1,
    })
    const [agent, finance] = [await desk.staff('support'), await desk.staff('finance')]
    await at.reply(writer, {}, agent)
    await desk.post(`orders/${deposit.id}/take`, finance)
    await desk.post(`orders/${withdrawal.id}/reject`, finance, { reason: 'Not yours' })
    expect(await counts()).toEqual({ ...before, deposits: before.deposits + 1 })
  })

  it('learns what to read again, after it was committed', async () => {
    const [agent, finance] = [await desk.staff('support'), await desk.staff('finance')]
    const playerId = await at.writer()
    const conversation = [{ what: 'conversation', playerId }]
    expect(await toldBy(() => at.reply(playerId, {}, agent))).toEqual(conversation)
    const assigned = () => at.post(playerId, 'assign', { staffId: agent.id, was: null }, agent)
    expect(await toldBy(assigned)).toEqual(conversation)
    const wrong = () => at.post(playerId, 'assign', { staffId: null, was: null }, agent)
    expect(await toldBy(wrong)).toEqual([])
    expect(await toldBy(() => at.post(playerId, 'close', { seq: 2 }, agent))).toEqual(conversation)

    const large = await orders.paid({ amount: 20_000n })
    const told = [{ what: 'orders', orderId: large.id }]
    const decide = (what: string, body?: object) => () =>
      desk.post(`orders/${large.id}/${what}`, finance, body)
    expect(await toldBy(decide('take'))).toEqual(told)
    // The first approval of two moves nothing, and the second person has to see it.
    expect(await toldBy(decide('approve', { reference: `TX-${randomUUID()}` }))).toEqual(told)
    expect(await toldBy(decide('reject', { reason: 'Not paid' }))).toEqual(told)
    expect(await toldBy(decide('reject', { reason: 'Another' }))).toEqual([])
    const flags = [{ what: 'flags' }]
    const reviewed = await orders.player()
    const identity = () => desk.post(`players/${reviewed}/identity`, finance, { reason: 'Saw a passport' })
    expect(await toldBy(identity)).toEqual(flags)
  })

  it('hears of accounts that are flagged and of reviews of them', async () => {
    const club = await openClub(db, { pairCoinsMost: 1_000n })
    const finance = await desk.staff('finance')
    const before = await counts()
    const news: Changed[] = []
    club.world.bus.subscribe('desk.changed', null, (one) => void news.push(one))
    const players = [await orders.player(), await orders.player()]
    const meet = async () => {
      await club.end({ players, stake: 1_000n })
      await club.count()
    }
    await meet()
    expect(news).toEqual([{ what: 'flags' }])
    // Once a day.
    await meet()
    expect(news).toHaveLength(1)
    expect(await counts()).toEqual({ ...before, flags: before.flags + 1 })
    const { rows } = await db.query('select id::text from abuse_flag where player_ids @> $1::uuid[]', [
      players,
    ])
    const review = () => desk.post(`flags/${rows[0]?.id}/review`, finance, { reason: 'Friends' })
    expect(await toldBy(review)).toEqual([{ what: 'flags' }])
    expect((await counts()).flags).toBe(before.flags)
  })

  it('hears of a report once', async () => {
    const report = { key: randomUUID(), category: 'other', text: 'The page is upside down', page: '/lobby' }
    const before = await counts()
    const send = () => desk.call('POST', 'support/report', { address: '203.0.113.77' }, report)
    expect(await toldBy(send)).toEqual([{ what: 'reports' }])
    expect(await toldBy(send)).toEqual([])
    expect((await counts()).reports).toBe(before.reports + 1)
  })
})
