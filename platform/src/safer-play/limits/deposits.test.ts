import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { type OpenDeposits, openDeposits, payWithinMs, usual } from '../../wallet/deposits/testing.ts'
import { expireDeposits } from '../../wallet/orders/expiry.ts'
import { type OpenSaferPlay, openSaferPlay } from '../testing.ts'
import { setLimit } from './set-limit.ts'

const refused = (left: string, period = 'day') => ({
  status: 200,
  code: 1703,
  msg: 'This would put you over your limit',
  data: { limit: 'deposit', period, left },
})

describeDatabase('deposit limits', (open) => {
  let db: Database
  let at: OpenDeposits
  let play: OpenSaferPlay
  beforeAll(async () => {
    db = await open()
    at = await openDeposits(db)
    play = await openSaferPlay(db, { bus: at.world.bus, clock: at.clock })
  })
  afterAll(async () => {
    await play.close()
    await at.close()
  })

  const someone = async (amount: bigint, period: 'day' | 'week' | 'month' = 'day') => {
    const me = await at.player()
    await setLimit(play.world, { playerId: me.id, kind: 'deposit', period, amount })
    const ask = async (coins: number) =>
      me.post('deposit', await me.request({ ...usual, amount: String(coins) }))
    return { ...me, ask }
  }

  it('hold to the coin, and free what fails', async () => {
    const me = await someone(2_500n)
    expect(await me.ask(1_000)).toMatchObject({ code: 200 })
    expect(await me.ask(1_501)).toMatchObject(refused('1500'))
    expect(await me.ask(1_500)).toMatchObject({ code: 200 })
    expect(await me.ask(100)).toMatchObject(refused('0'))
    expect(await at.countOrders(me.id)).toBe(2)
    await at.clock.advance(payWithinMs)
    await expireDeposits(at.world)
    expect(await me.ask(2_501)).toMatchObject(refused('2500'))
    expect(await me.ask(2_500)).toMatchObject({ code: 200 })
  })

  it('hold against 50 deposits at once, each a separate request', async () => {
    const me = await someone(3_500n, 'week')
    const request = await me.request()
    const keys = Array.from(
      { length: 50 },
      (_, nth) => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`,
    )
    const answers = await Promise.all(keys.map((key) => me.post('deposit', { ...request, key })))
    const placed = answers.filter(({ code }) => code === 200)
    expect(placed).toHaveLength(3)
    for (const answer of answers)
      if (answer.code !== 200) expect(answer).toMatchObject(refused('500', 'week'))
    expect(await at.countOrders(me.id)).toBe(3)
    // The same request again is the order that it placed.
    const [first] = placed
    const again = answers.findIndex(({ code }) => code === 200)
    expect((await me.post('deposit', { ...request, key: keys[again] })).data).toEqual(first?.data)
  })

  it('never are past what they were at any time while they are lowered', async () => {
    const me = await someone(5_000n, 'month')
    const request = await me.request()
    const keys = Array.from(
      { length: 5 },
      (_, nth) => `00000000-0000-4000-9000-${String(nth).padStart(12, '0')}`,
    )
    const [lowered, ...answers] = await Promise.all([
      setLimit(play.world, { playerId: me.id, kind: 'deposit', period: 'month', amount: 2_000n }),
      ...keys.map((key) => me.post('deposit', { ...request, key })),
    ])
    expect(lowered).toBe('set')
    const after = await me.ask(1_000)
    const placed = answers.filter(({ code }) => code === 200).length
    expect(after.code).toBe(placed < 2 ? 200 : 1703)
    for (const { code } of answers) expect([200, 1703]).toContain(code)
  })

  it('start over with each period, also when what was placed before is paid later', async () => {
    const me = await someone(1_000n)
    const order = await me.deposit()
    expect(await me.post(`orders/${order.id}/paid`)).toMatchObject({ code: 200 })
    expect(await me.ask(100)).toMatchObject(refused('0'))
    const midnight = 86_400_000 - (at.clock.now() % 86_400_000)
    const { rows } = await db.query('select limit_used($1, $2, $3, $4) as used', [
      me.id,
      'deposit',
      'day',
      new Date(at.clock.now() + midnight),
    ])
    expect(rows).toEqual([{ used: 0n }])
    const { rows: before } = await db.query('select limit_used($1, $2, $3, $4) as used', [
      me.id,
      'deposit',
      'day',
      new Date(at.clock.now() + midnight - 86_400_001),
    ])
    // A clock that is set back a day counts what is still to come.
    expect(before).toEqual([{ used: 1_000n }])
  })
})
