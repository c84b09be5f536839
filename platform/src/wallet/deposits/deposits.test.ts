import { randomUUID } from 'node:crypto'
import { orderDetailSchema } from '@minefall/shared/contracts/rest'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { openDepositsMax } from './place-deposit.ts'
import { type OpenDeposits, openDeposits, payWithinMs, usual } from './testing.ts'

describeDatabase('deposits', (open) => {
  let db: Database
  let at: OpenDeposits
  /** Who places nothing: all of theirs is refused. */
  let refused: Awaited<ReturnType<OpenDeposits['player']>>
  beforeAll(async () => {
    db = await open()
    at = await openDeposits(db)
    refused = await at.player()
  })
  afterAll(() => at.close())

  /** Runs with a channel changed, and puts it back. */
  const withChannel = async (change: string, method: string, run: () => Promise<unknown>) => {
    const channel = `direction = 'deposit' and method = '${method}'`
    await db.query(`create table kept as select * from payment_channel where ${channel}`)
    await db.query(`update payment_channel set ${change} where ${channel}`)
    try {
      await run()
    } finally {
      await db.query(
        `update payment_channel p
         set is_open = k.is_open, least = k.least, most = k.most, rate = k.rate, pay_to = k.pay_to
         from kept k where (p.direction, p.method, p.currency) = (k.direction, k.method, k.currency)`,
      )
      await db.query('drop table kept')
    }
  }

  it('cost their worth, rounded up, and the fee', async () => {
    const me = await at.player()
    expect(await me.post('deposit/preview', usual)).toMatchObject({
      code: 200,
      data: {
        amount: '1000',
        rate: '1',
        currency: { code: 'CNY', name: 'Chinese yuan', symbol: '¥', decimals: 2 },
        fiat: '1000.00',
        fee: '12.00',
        total: '1012.00',
        payWithinMs,
        terms: { terms: '1', privacy: '1' },
      },
    })
    const checkout = { method: 'checkout', currency: 'USD', amount: '51' }
    expect((await me.post('deposit/preview', checkout)).data).toMatchObject({
      rate: '0.14',
      fiat: '7.14',
      fee: '0.51',
      total: '7.65',
    })
    expect(await at.countOrders(me.id)).toBe(0)
  })

  it('are placed as they were quoted, with all that paying them needs', async () => {
    const me = await at.player()
    const told: unknown[] = []
    const stop = at.world.bus.subscribe('player.order', me.id, (order) => void told.push(order))
    const now = at.clock.now()
    const { msg, data } = await me.post('deposit', await me.request())
    stop()
    expect(msg).toBe('Order placed')
    const order = orderDetailSchema.parse(data)
    expect(order).toEqual({
      id: expect.any(String),
      kind: 'deposit',
      number: expect.stringMatching(/^D\d{5}-\d{4}$/),
      status: 'submitted',
      method: 'alipay',
      network: null,
      currency: { code: 'CNY', name: 'Chinese yuan', symbol: '¥', decimals: 2 },
      amount: '1000',
      feeCoins: '0',
      rate: '1',
      fiat: '1000.00',
      fee: '12.00',
      total: '1012.00',
      remark: expect.stringMatching(/^\d{6}$/),
      createdAt: now,
      expiresAt: now + payWithinMs,
      endedAt: null,
      reason: null,
      reference: null,
      asset: 'coin',
      destination: null,
      payTo: { method: 'alipay', account: 'pay@minefall.example', name: 'Minefall Example' },
      proofs: [],
      steps: [{ status: 'submitted', at: now }],
      checkout: null,
    })
    expect(told).toEqual([{ orderId: order.id, status: 'submitted' }])
    expect((await me.get(`orders/${order.id}`)).data).toEqual(order)
  })

  it.each([
    [{ method: 'usdt', currency: 'USDT', network: 'TRC20' }, 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
    [{ method: 'usdt', currency: 'USDT', network: 'ERC20' }, '0x000000000000000000000000000000000000dEaD'],
    [{ method: 'bank', currency: 'MYR' }, 'Example Bank'],
    [{ method: 'checkout', currency: 'USD' }, null],
  ])('by %j say where they are paid to', async (asked, payTo) => {
    const me = await at.player()
    const order = await me.deposit({ ...asked, amount: '1000' })
    expect(order.network).toBe('network' in asked ? asked.network : null)
    if (payTo === null) expect(order.payTo).toBeNull()
    else expect(Object.values(order.payTo ?? {})).toContain(payTo)
  })

  it('accept the terms that hold now, once, and again when they are others', async () => {
    const me = await at.player()
    const { accepted, ...asked } = await me.request()
    const refused = { code: 1612, data: { terms: '1', privacy: '1' } }
    expect(await me.post('deposit', asked)).toMatchObject(refused)
    expect(await me.post('deposit', { ...asked, accepted: { terms: '1', privacy: '0' } })).toMatchObject(
      refused,
    )
    expect(await at.countOrders(me.id)).toBe(0)
    expect(await me.post('deposit', { ...asked, accepted })).toMatchObject({ code: 200 })
    expect((await me.post('deposit/preview', usual)).data).toMatchObject({ terms: null })
    await me.deposit()

    const { terms } = at.world
    at.world.terms = { ...terms, terms: '2' }
    try {
      await at.clock.advance(1_000)
      const again = await me.request()
      expect(again.accepted).toEqual({ terms: '2', privacy: '1' })
      expect(await me.post('deposit', { ...again, accepted: null })).toMatchObject({ code: 1612 })
      expect(await me.post('deposit', again)).toMatchObject({ code: 200 })
      const { rows } = await db.query(
        `select document, version, extract(epoch from accepted_at) * 1000 - $2 as at from terms_acceptance
         where player_id = $1 order by accepted_at, document, version`,
        [me.id, at.clock.now()],
      )
      expect(rows.map((row) => [row.document, row.version, Number(row.at)])).toEqual([
        ['privacy', '1', -1_000],
        ['terms', '1', -1_000],
        ['terms', '2', 0],
      ])
    } finally {
      at.world.terms = terms
    }
  })

  it('keep what they were placed as when the channel changes', async () => {
    const me = await at.player()
    const order = await me.deposit()
    const other = JSON.stringify({
      '': { method: 'alipay', account: 'other@minefall.example', name: 'Other' },
    })
    await withChannel(`rate = 2, pay_to = '${other}'`, 'alipay', async () => {
      expect((await me.get(`orders/${order.id}`)).data).toEqual(order)
      expect((await me.deposit()).payTo).toMatchObject({ account: 'other@minefall.example' })
    })
  })

  const amountProblems = [
    ['0', 'Enter a whole number of coins'],
    ['-5', 'Enter a whole number of coins'],
    ['1.5', 'Enter a whole number of coins'],
    ['1e3', 'Enter a whole number of coins'],
    ['0100', 'Enter a whole number of coins'],
    ['１００', 'Enter a whole number of coins'],
    [' 100', 'Enter a whole number of coins'],
    ['many', 'Enter a whole number of coins'],
    ['', 'Enter a whole number of coins'],
    [1_000, 'Enter a whole number of coins'],
    [null, 'Enter a whole number of coins'],
    [undefined, 'Enter a whole number of coins'],
    ['9'.repeat(400), 'Enter a whole number of coins'],
    ['99', 'cannot be less than 100 coins'],
    ['50001', 'cannot exceed 50000 coins'],
    ['9'.repeat(18), 'cannot exceed 50000 coins'],
  ] as const
  it('of amounts that make no sense get the right message and change nothing', async () => {
    for (const [amount, msg] of amountProblems) {
      const preview = await refused.post('deposit/preview', { ...usual, amount })
      expect([amount, preview]).toMatchObject([
        amount,
        { status: 200, code: 1001, msg, data: { field: 'amount' } },
      ])
      const body = { ...usual, amount, key: randomUUID(), total: '1012.00' }
      expect([amount, await refused.post('deposit', body)]).toMatchObject([amount, { code: 1001, msg }])
    }
    expect(await at.countOrders(refused.id)).toBe(0)
    for (const amount of ['100', '50000'])
      expect(await refused.post('deposit/preview', { ...usual, amount })).toMatchObject({ code: 200 })
  })

  it('say so where the sum can’t be made', async () => {
    await withChannel('rate = 9999999999, most = 1000000000000', 'alipay', async () => {
      const asked = { ...usual, amount: '1000000000000' }
      expect(await refused.post('deposit/preview', asked)).toMatchObject({
        code: 1001,
        msg: 'Calculation failed please try again',
        data: { field: 'amount' },
      })
    })
  })

  it.each([
    [{ currency: 'USD' }, 1604, 'This method isn’t available right now'],
    [{ currency: '\u0000' }, 1604, 'This method isn’t available right now'],
    [{ currency: 'cny' }, 1604, 'This method isn’t available right now'],
    [{ currency: 'CNYCNY' }, 1001, 'Something you entered isn’t valid. Check it and try again'],
    [{ method: 'gold' }, 1001, 'Something you entered isn’t valid. Check it and try again'],
    [{ method: 'usdt', currency: 'USDT' }, 1001, 'Choose a network'],
    [{ network: 'TRC20' }, 1001, 'Choose a network'],
    [
      { method: 'usdt', currency: 'USDT', network: 'BEP20' },
      1001,
      'Something you entered isn’t valid. Check it and try again',
    ],
    [{ more: true }, 1001, 'Something you entered isn’t valid. Check it and try again'],
  ])('with %j are refused', async (wrong, code, msg) => {
    const asked = { ...usual, ...wrong }
    expect(await refused.post('deposit/preview', asked)).toMatchObject({ status: 200, code, msg })
    const placed = await refused.post('deposit', { ...asked, key: randomUUID(), total: '1012.00' })
    expect(placed).toMatchObject({ status: 200, code, msg })
    expect(await at.countOrders(refused.id)).toBe(0)
  })

  it.each([{ key: 'mine' }, { key: undefined }, { total: '-1' }, { total: 1012 }, { total: undefined }])(
    'with %j are not placed',
    async (wrong) => {
      expect(await refused.post('deposit', { ...(await refused.request()), ...wrong })).toMatchObject({
        code: 1001,
        data: { field: Object.keys(wrong)[0] },
      })
      expect(await at.countOrders(refused.id)).toBe(0)
    },
  )

  it('are not placed by a channel that was closed, or has nowhere to pay to any more', async () => {
    const request = await refused.request()
    const usdt = await refused.request({ method: 'usdt', currency: 'USDT', network: 'ERC20', amount: '1000' })
    const closed = { code: 1604, msg: 'This method isn’t available right now', data: null }
    await withChannel('is_open = false', 'alipay', async () => {
      expect(await refused.post('deposit', request)).toMatchObject(closed)
    })
    await withChannel('pay_to = null', 'alipay', async () => {
      expect(await refused.post('deposit', request)).toMatchObject(closed)
    })
    await withChannel(`pay_to = pay_to - 'ERC20'`, 'usdt', async () => {
      expect(await refused.post('deposit', usdt)).toMatchObject(closed)
    })
    expect(await at.countOrders(refused.id)).toBe(0)
  })

  it('are not placed at another price than was shown', async () => {
    const me = await at.player()
    const request = await me.request()
    await withChannel('rate = 1.01', 'alipay', async () => {
      expect(await me.post('deposit', request)).toMatchObject({
        code: 1602,
        msg: 'The rate or fee has changed. Please check it again',
        data: { total: '1022.12' },
      })
      expect(await at.countOrders(me.id)).toBe(0)
      expect((await me.deposit()).total).toBe('1022.12')
    })
  })

  it('are placed once by 50 equal posts at once, which all get the same answer', async () => {
    const me = await at.player()
    const request = await me.request()
    const answers = await Promise.all(Array.from({ length: 50 }, () => me.post('deposit', request)))
    expect(answers[0]).toMatchObject({ code: 200 })
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(await at.countOrders(me.id)).toBe(1)
    expect(await at.statusesOf(answers[0]?.data.id)).toEqual([`submitted by player ${me.id}`])
  })

  it('are answered again as they are, whatever became of the price, and not for another request', async () => {
    const me = await at.player()
    const request = await me.request()
    const { data } = await me.post('deposit', request)
    await withChannel('is_open = false', 'alipay', async () => {
      expect(await me.post('deposit', request)).toMatchObject({ code: 200, data })
    })
    for (const other of [{ amount: '1001' }, { total: '1012.01' }, { method: 'bank' }])
      expect(await me.post('deposit', { ...request, ...other })).toMatchObject({ code: 1409, data: null })
    expect(await at.countOrders(me.id)).toBe(1)
    const another = await at.player()
    expect((await another.post('deposit', request)).data.id).not.toBe(data.id)
  })

  it('await their payment five at a time, also when more come at once', async () => {
    const me = await at.player()
    const asked = { method: 'bank', currency: 'CNY', amount: '500' }
    const requests = await Promise.all(Array.from({ length: 12 }, () => me.request(asked)))
    const answers = await Promise.all(requests.map((request) => me.post('deposit', request)))
    const placed = answers.filter(({ code }) => code === 200)
    expect(placed).toHaveLength(openDepositsMax)
    for (const answer of answers)
      if (answer.code !== 200)
        expect(answer).toMatchObject({
          code: 1605,
          msg: 'You have too many unpaid orders. Pay one or let it expire first',
        })
    expect(await at.countOrders(me.id)).toBe(openDepositsMax)
    expect(await me.post(`orders/${placed[0]?.data.id}/paid`)).toMatchObject({ code: 200 })
    await me.deposit(asked)
    expect(await me.post('deposit', await me.request(asked))).toMatchObject({ code: 1605 })
    // Those whose time is over don't count, whether the clock has ended them yet or not.
    await at.clock.advance(payWithinMs)
    await me.deposit(asked)
  })

  it('are for signed-in accounts', async () => {
    const id = randomUUID()
    const placing = { ...usual, key: randomUUID(), total: '1012.00' }
    for (const path of ['channels', 'orders', `orders/${id}`])
      expect(await at.call('GET', `/api/wallet/${path}`)).toMatchObject({ status: 401, code: 1401 })
    for (const [path, payload] of [
      ['deposit/preview', usual],
      ['deposit', placing],
      [`orders/${id}/paid`, {}],
    ] as const)
      expect(await at.call('POST', `/api/wallet/${path}`, { payload })).toMatchObject({
        status: 401,
        code: 1401,
      })
  })
})
