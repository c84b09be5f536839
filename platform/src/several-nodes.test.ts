import { randomUUID } from 'node:crypto'
import { type Bus, inProcessBus, ownerDirectory, silentLogger } from '@minefall/shared/node'
import { manualClock } from '@minefall/shared/testing'
import { Counter, Registry } from 'prom-client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from './db/index.ts'
import { openServer } from './db/server.ts'
import { patient } from './db/testing.ts'
import { testServer } from './db/testing-server.ts'
import { startHealth } from './health/index.ts'
import { balanceOf, checkLedger } from './ledger/index.ts'
import { startCounting } from './rewards/start-rewards.ts'
import { openRewards } from './rewards/testing.ts'
import { startStaffPresence } from './support/chat/staffed.ts'
import { openCheckouts } from './wallet/checkout/testing.ts'
import { startWallet } from './wallet/index.ts'
import { openWithdrawals } from './wallet/withdrawals/testing.ts'

const log = silentLogger()
const server = testServer()
const everyNode = [0, 1, 2] as const

/** Three nodes on one database and one bus: all of them run everything that runs on its own. */
describe('nodes that share a database', () => {
  const nodes: Database[] = []
  let first: Database
  let bus: Bus
  const closers: (() => unknown)[] = []
  beforeEach(async () => {
    const url = await server.fresh()
    for (const _ of everyNode) nodes.push(await openServer({ url, log, ...patient }))
    const [one] = nodes
    if (!one) throw new Error('no node was opened')
    first = one
    bus = inProcessBus({ log })
  })
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close()
    for (const node of nodes.splice(0)) await node.close()
    await bus.close()
  })

  it('end a deposit that was not paid once, and credit one that was paid once', async () => {
    const at = await openCheckouts(first)
    closers.push(at.close)
    for (const db of nodes.slice(1)) {
      const wallet = await startWallet({ ...at.world, db, metrics: new Registry() })
      closers.push(() => wallet.close())
    }
    const told: string[] = []
    at.world.bus.subscribe(
      'player.order',
      null,
      ({ orderId, status }) => void told.push(`${orderId} ${status}`),
    )
    const unpaid: string[] = []
    for (let n = 0; n < 12; n++) unpaid.push((await at.placeDeposit({ expiresAt: at.clock.now() })).id)
    // Its payer has paid, and the node that was to tell of it has died.
    const paid = await at.openWindow()
    await first.query(`update sandbox_checkout set status = 'paid', event_id = $2 where reference = $1`, [
      paid.reference,
      randomUUID(),
    ])
    const before = await at.coins()
    told.length = 0
    await at.clock.advance(5_000)
    const last = async () => {
      const { rows } = await first.query(
        `select count(*)::int as open from wallet_order where status in ('submitted', 'paid', 'reviewing')`,
      )
      return rows[0]?.open
    }
    await expect.poll(last).toBe(0)
    // Whatever a slower node still does, it finds done.
    await at.clock.advance(5_000)
    for (const close of closers.splice(1)) await close()
    for (const id of unpaid) expect((await at.statusesOf(id)).slice(1)).toEqual(['failed by clock clock'])
    expect(await at.coins()).toBe(before + 1_000)
    // The first node goes on, and tells of an order when others see its end already.
    const ends = [...unpaid.map((id) => `${id} failed`), `${paid.id} completed`]
    await expect.poll(() => told.toSorted()).toEqual(ends.sort())
    expect(await checkLedger(first)).toEqual({ clean: true, findings: [] })
  })

  it('place a withdrawal once whichever of them its equal requests reach', async () => {
    const [one, other] = [await openWithdrawals(first), await openWithdrawals(nodes[1] ?? first)]
    closers.push(one.close, other.close)
    const me = await one.owner()
    const { id } = await me.destination()
    const placed = 4
    for (let n = 0; n < placed; n++) {
      const body = await me.request(id, '500')
      await other.clock.advance(one.clock.now() - other.clock.now())
      const [answer, same] = await Promise.all([
        me.post('withdraw', body),
        other.call('POST', 'withdraw', me.token, body),
      ])
      expect(answer).toMatchObject({ code: 200, data: { status: 'pending', amount: '500' } })
      expect(same).toEqual(answer)
    }
    const { rows } = await first.query(
      `select payment_failures as failures, payment_locked_until as locked,
         (select count(*)::int from wallet_order where player_id = $1) as orders
       from login_account where player_id = $1`,
      [me.id],
    )
    expect(rows).toEqual([{ failures: 0, locked: null, orders: placed }])
    expect(await balanceOf(first, me.id)).toMatchObject({ coin: '8000', held: { coin: '2000' } })
    expect(await checkLedger(first)).toEqual({ clean: true, findings: [] })
  })

  it('count a match once whose owner has died right after its end', async () => {
    const at = await openRewards(first)
    const [anna, ben] = [await at.someone(), await at.someone()]
    const matches = 6
    for (let n = 0; n < matches; n++)
      await at.endMatch({ seats: [{ playerId: anna }, { playerId: ben }], ms: 0 })
    // None of them hears of an end: all they have is what the end has written.
    for (const db of nodes)
      closers.push(startCounting({ ...at.world, db, matches: { onEnded: () => () => {} } }))
    const waiting = async () => (await first.query('select from match_uncounted')).count
    await expect.poll(waiting).toBe(0)
    await at.clock.advance(10_000)
    const { rows } = await first.query(
      `select count(*)::int as seats, count(distinct match_id)::int as matches from counted_seat`,
    )
    expect(rows).toEqual([{ seats: 2 * matches, matches }])
    expect(await checkLedger(first)).toEqual({ clean: true, findings: [] })
  })

  it('tell players that staff are on, or gone, at once and once, wherever they are heard of', async () => {
    const clock = manualClock()
    const told: boolean[] = []
    bus.subscribe('chat.staffed', null, ({ staffed }) => void told.push(staffed))
    const [one, other] = nodes.map((db) => {
      const presence = startStaffPresence({ db, bus, clock, log })
      closers.push(() => presence.close())
      return presence
    })
    const staffId = randomUUID()
    await first.query(
      `insert into staff (id, email, name, role, password_hash, totp_key_id, totp_sealed, created_at)
       values ($1, 'a@b.example', 'A', 'support', 'x', '1', '\\x00', now())`,
      [staffId],
    )
    await one?.heard(staffId)
    await other?.heard(staffId)
    expect(told).toEqual([true])
    await one?.gone(staffId)
    expect(told).toEqual([true, false])
    // The other has not looked since, and yet knows what was reported.
    await other?.heard(staffId)
    expect(told).toEqual([true, false, true])
    await clock.advance(10_000)
    await one?.gone(staffId)
    expect(told).toEqual([true, false, true, false])
  })

  it('show the same health, no matter who is asked: every node’s counts, every BFF, the last reconciliation', async () => {
    const clock = manualClock(Date.UTC(2026, 0, 2))
    const all = nodes.map((db, nth) => {
      const metrics = new Registry()
      const requests = new Counter({
        name: 'minefall_platform_requests_total',
        help: 'as in the program',
        labelNames: ['name', 'code'],
        registers: [metrics],
      })
      requests.inc({ name: 'any', code: '200' }, nth + 1)
      const health = startHealth({
        db,
        bus,
        clock,
        log,
        metrics,
        node: `node-${nth}`,
        historyMs: 3_600_000,
        historyRows: 100_000,
        owners: ownerDirectory({ bus, clock }),
        ledgerCheckMs: 0,
        loopLateMs: () => nth,
      })
      closers.push(() => health.close())
      return health
    })
    bus.publish('edge.beat', 'edge-1', { edge: 'edge-1', at: clock.now() })
    await clock.advance(10_000)
    const views = async () => Promise.all(all.map((health) => health.read()))
    await expect.poll(async () => (await views())[0]?.hour.answers.given).toBe(6)
    const [view, ...others] = await views()
    for (const one of others) expect(one).toEqual(view)
    expect(view?.platforms.map(({ node, loopMs }) => [node, loopMs])).toEqual([
      ['node-0', 0],
      ['node-1', 1],
      ['node-2', 2],
    ])
    expect(view?.bffs.map(({ edge }) => edge)).toEqual(['edge-1'])
    // A BFF that was stopped on purpose is no one's trouble.
    bus.publish('edge.beat', 'edge-1', { edge: 'edge-1', at: clock.now(), leaving: true })
    for (const one of await views()) expect(one.bffs).toEqual([])
  })
})
