import { expect, it } from 'vitest'
import type { Sql } from '../../db/index.ts'
import { checkLedger } from '../../ledger/index.ts'
import { expireDeposits } from '../orders/expiry.ts'
import { isReferenceUsed, readOrder } from '../orders/order-row.ts'
import { completeDeposit, failDeposit } from '../orders/settle-order.ts'
import { sandboxDelivery, signatureHeader, signBody } from './sandbox/sandbox-provider.ts'
import { describeCheckouts, openCheckouts } from './testing.ts'

const second = 1_000

describeCheckouts('webhooks of a payment provider', (at) => {
  const outcomeOf = async (eventId: string) => {
    const { rows } = await at.db.query('select outcome, order_id from provider_event where event_id = $1', [
      eventId,
    ])
    return rows[0]
  }
  const sentAs = (text: string) => {
    const body = new Uint8Array(Buffer.from(text))
    const signature = signBody(at.world.checkoutKeys, body, at.clock.now())
    return at.send({ headers: { [signatureHeader]: signature }, body })
  }

  it('credit an order once: each event once, each delivery once', async () => {
    const before = await at.coins()
    const order = await at.openWindow()
    const event = at.paid(order)
    expect(await at.tell(event)).toMatchObject({ status: 200, code: 200, data: { outcome: 'completed' } })
    expect(await at.tell(event)).toMatchObject({ status: 409, code: 1409 })
    expect(await at.tell(event, at.clock.now() + second)).toMatchObject({ status: 200, code: 200 })
    expect(await at.tell({ ...event, id: `${event.id}-again` })).toMatchObject({
      status: 200,
      code: 200,
      data: { outcome: 'no-effect' },
    })
    expect(await at.coins()).toBe(before + 1_000)
    expect(await at.statusesOf(order.id)).toHaveLength(4)
    expect(await outcomeOf(event.id)).toEqual({ outcome: 'completed', order_id: order.id })
  })

  it('credit once when two equal ones come fifty at once', async () => {
    const before = await at.coins()
    const order = await at.openWindow()
    const event = at.paid(order)
    const times = [at.clock.now(), at.clock.now() + second]
    const replayed = await at.counted('replayed')
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, nth) => at.tell(event, times[nth % 2] ?? 0)),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(2)
    expect(statuses.filter((status) => status === 409)).toHaveLength(48)
    expect(await at.counted('replayed')).toBe(replayed + 48)
    expect(await at.coins()).toBe(before + 1_000)
    expect(await at.statusesOf(order.id)).toHaveLength(4)
  })

  it('are refused where they are not signed by the provider', async () => {
    const order = await at.openWindow()
    const { headers, body } = sandboxDelivery(at.world.checkoutKeys, at.paid(order), at.clock.now())
    const header = headers[signatureHeader] ?? ''
    const strangers = { keyId: '1', key: new Uint8Array(32).fill(1) }
    const forged = signBody({ current: strangers, all: new Map() }, body, at.clock.now())
    const flipped = `${header.slice(0, -1)}${header.endsWith('0') ? '1' : '0'}`
    const moved = header.replace(/t=(\d+)/, (_, t) => `t=${Number(t) + 1}`)
    const cases = [
      ['', body],
      [forged, body],
      [flipped, body],
      [moved, body],
      [header.toUpperCase(), body],
      [`${header},v1=${'0'.repeat(64)}`, body],
      [header.slice(0, -2), body],
      [header, body.subarray(0, -1)],
      [header, Buffer.from(Buffer.from(body).toString().replace('1012.00', '9012.00'))],
      [header, Buffer.from(` ${Buffer.from(body)}`)],
    ] as const
    const before = await at.counted('forged')
    for (const [signature, sent] of cases)
      expect(await at.send({ headers: { [signatureHeader]: signature }, body: sent })).toEqual({
        status: 403,
        code: 1403,
        msg: 'the signature is not the provider’s',
        data: null,
      })
    expect(await at.send({ headers: {}, body })).toMatchObject({ status: 403, code: 1403 })
    expect(await at.counted('forged')).toBe(before + cases.length + 1)
    expect(await at.statusesOf(order.id)).toHaveLength(1)
    // None of it was kept: the true one is good.
    expect(await at.send({ headers, body })).toMatchObject({ status: 200 })
  })

  it('are signed with any key of the ring, so that keys can be changed', async () => {
    const old = { keyId: 'old', key: new Uint8Array(32).fill(7) }
    const { current, all } = at.world.checkoutKeys
    const changed = await openCheckouts(at.db, {
      checkoutKeys: { current, all: new Map([[old.keyId, old.key], ...all]) },
    })
    try {
      const order = await changed.openWindow()
      const delivery = sandboxDelivery(
        { current: old, all: new Map() },
        changed.paid(order, { id: 'of the old key' }),
        changed.clock.now(),
      )
      expect(await at.send(delivery)).toMatchObject({ status: 403 })
      expect(await changed.send(delivery)).toMatchObject({ status: 200, data: { outcome: 'completed' } })
    } finally {
      await changed.close()
    }
  })

  it('are good for 300 seconds, either way', async () => {
    const order = await at.openWindow()
    const event = at.paid(order, { kind: 'declined' })
    const now = at.clock.now()
    const before = await at.counted('late')
    for (const signedAt of [now - 301 * second, now + 301 * second, 0])
      expect(await at.tell(event, signedAt)).toMatchObject({ status: 403, code: 1403 })
    expect(await at.counted('late')).toBe(before + 3)
    expect(await at.tell(event, now - 300 * second)).toMatchObject({
      status: 200,
      data: { outcome: 'declined' },
    })
    expect(await at.tell(event, now + 300 * second)).toMatchObject({ status: 200 })
  })

  it.each([
    ['another sum', { amount: '1011.99' }],
    ['the same sum written otherwise', { amount: '1012' }],
    ['another currency', { currency: 'CNY' }],
  ])('leave an order to staff for %s', async (_, other) => {
    const before = await at.coins()
    const order = await at.openWindow()
    const event = at.paid(order, other)
    expect(await at.tell(event)).toMatchObject({ status: 200, data: { outcome: 'amount-differs' } })
    expect(await at.statusesOf(order.id)).toEqual([
      `submitted by player ${at.me.id}`,
      'paid by provider sandbox',
      'reviewing by provider sandbox',
    ])
    expect(await outcomeOf(event.id)).toEqual({ outcome: 'amount-differs', order_id: order.id })
    // Staff decide then, whatever else comes.
    expect(await at.tell(at.paid(order))).toMatchObject({ data: { outcome: 'under-review' } })
    expect(await at.tell(at.paid(order, { kind: 'declined' }))).toMatchObject({
      data: { outcome: 'no-effect' },
    })
    expect(await at.coins()).toBe(before)
  })

  it('leave an order to staff whose payment they named for another one', async () => {
    const before = await at.coins()
    const [one, other] = [await at.openWindow(), await at.openWindow()]
    await at.tell(at.paid(other, { amount: '1.00' }))
    const reviewed = (await readOrder(at.db, other.id)) ?? expect.fail('no order')
    const by = { kind: 'staff', id: 'someone' } as const
    const { reference } = one
    await at.db.transaction((tx) => completeDeposit(tx, reviewed, { by, at: at.clock.now(), reference }))
    expect(await at.tell(at.paid(one))).toMatchObject({ status: 200, data: { outcome: 'under-review' } })
    expect((await at.get(`orders/${one.id}`)).data.status).toBe('reviewing')
    expect(await at.coins()).toBe(before + 1_000)
  })

  it('credit one order where staff name their payment for another one at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const before = await at.coins()
      const [one, other] = [await at.openWindow(), await at.openWindow()]
      await at.tell(at.paid(other, { amount: '1.00' }))
      const { reference } = one
      const approve = async (tx: Sql) => {
        const reviewed = (await readOrder(tx, other.id, { lock: true })) ?? expect.fail('no order')
        if (await isReferenceUsed(tx, reviewed, reference)) return
        const by = { kind: 'staff', id: 'someone' } as const
        await completeDeposit(tx, reviewed, { by, at: at.clock.now(), reference })
      }
      const [told] = await Promise.all([at.tell(at.paid(one)), at.db.transaction(approve)])
      expect(told).toMatchObject({ status: 200, code: 200 })
      expect(await at.coins()).toBe(before + 1_000)
    }
  })

  it('do nothing for an order that is not the payment’s', async () => {
    const [one, other] = [await at.openWindow(), await at.openWindow()]
    for (const event of [
      at.paid({ reference: one.reference, number: other.number }),
      at.paid({ reference: 'sandbox_none', number: one.number }),
      at.paid({ reference: one.id, number: one.number }),
    ]) {
      expect(await at.tell(event)).toMatchObject({ status: 200, code: 1404, data: null })
      expect(await outcomeOf(event.id)).toEqual({ outcome: 'unknown-order', order_id: null })
    }
    for (const { id } of [one, other]) expect(await at.statusesOf(id)).toHaveLength(1)
  })

  it.each([
    ['expired', {}, 'under-review'],
    ['declined', {}, 'under-review'],
    ['declined', { amount: '1.00' }, 'amount-differs'],
  ] as const)('leave to staff an order that %s before it was paid %j', async (why, other, outcome) => {
    const before = await at.coins()
    const order = await at.openWindow({ expiresAt: at.clock.now() + 1 })
    if (why === 'declined') await at.tell(at.paid(order, { kind: 'declined' }))
    await at.clock.advance(300_001)
    await expireDeposits(at.world)
    expect((await at.get(`orders/${order.id}`)).data).toMatchObject({
      status: 'failed',
      reason: { code: why },
    })
    const event = at.paid(order, other)
    expect(await at.tell(event)).toMatchObject({ status: 200, code: 200, data: { outcome } })
    expect(await at.tell({ ...event, id: `${event.id}-again` })).toMatchObject({
      data: { outcome: 'under-review' },
    })
    expect(await outcomeOf(event.id)).toEqual({ outcome, order_id: order.id })
    expect((await at.get(`orders/${order.id}`)).data).toMatchObject({ status: 'reviewing', reason: null })
    expect(await at.coins()).toBe(before)
  })

  it('come too late for an order that staff refused, and are kept', async () => {
    const before = await at.coins()
    const order = await at.openWindow()
    await at.tell(at.paid(order, { amount: '1.00' }))
    const reviewed = (await readOrder(at.db, order.id)) ?? expect.fail('no order')
    const by = { kind: 'staff', id: 'someone' } as const
    const reason = { code: 'refused', text: 'Sent back' } as const
    await at.db.transaction((tx) => failDeposit(tx, reviewed, { by, at: at.clock.now(), reason }))
    const event = at.paid(order)
    expect(await at.tell(event)).toMatchObject({ status: 200, code: 1603 })
    expect(await at.tell(event, at.clock.now() + second)).toMatchObject({ status: 200, code: 1603 })
    expect(await outcomeOf(event.id)).toEqual({ outcome: 'too-late', order_id: order.id })
    expect((await at.get(`orders/${order.id}`)).data.status).toBe('failed')
    expect(await at.coins()).toBe(before)
  })

  it('race the expiry of an order with one winner, and one delivery', async () => {
    const before = await at.coins()
    const orders = []
    for (let nth = 0; nth < 8; nth++) orders.push(await at.openWindow({ expiresAt: at.clock.now() + 1 }))
    await at.clock.advance(1)
    const told: string[] = []
    const stop = at.world.bus.subscribe('player.order', null, ({ orderId }) => void told.push(orderId))
    const answers = await Promise.all([
      expireDeposits(at.world),
      ...orders.map((order) => at.tell(at.paid(order))),
    ])
    stop()
    let completed = 0
    for (const [nth, { id }] of orders.entries()) {
      const statuses = (await at.statusesOf(id)).map((line) => line.split(' ')[0])
      expect(answers[nth + 1]?.code).toBe(200)
      const won = statuses.at(-1) === 'completed'
      if (won) completed += 1
      expect(statuses).toEqual(
        won ? ['submitted', 'paid', 'reviewing', 'completed'] : ['submitted', 'failed', 'reviewing'],
      )
      expect(told.filter((one) => one === id)).toHaveLength(won ? 1 : 2)
    }
    expect(await at.coins()).toBe(before + completed * 1_000)
    expect((await checkLedger(at.db)).findings).toEqual([])
  })

  it('are read as bytes, whatever type they say to have', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'image/png',
    ]) {
      const order = await at.openWindow()
      const { headers, body } = sandboxDelivery(at.world.checkoutKeys, at.paid(order), at.clock.now())
      const sent = await at.send({ headers: { ...headers, 'content-type': type }, body })
      expect(sent).toMatchObject({ status: 200, data: { outcome: 'completed' } })
    }
  })

  it.each([
    ['no JSON', 'paid'],
    ['half of it', '{"id":"x","type":"payment.paid"'],
    ['a list', '[]'],
    [
      'an event without an id',
      '{"type":"payment.paid","reference":"x","order":"x","currency":"USD","amount":"1"}',
    ],
    [
      'an event of another kind',
      '{"id":"x","type":"payment.refunded","reference":"x","order":"x","currency":"USD","amount":"1"}',
    ],
    [
      'an event with more to it',
      '{"id":"x","type":"payment.paid","reference":"x","order":"x","currency":"USD","amount":"1","and":1}',
    ],
  ])('are refused where they are %s, though signed', async (_, text) => {
    const before = await at.counted('unreadable')
    expect(await sentAs(text)).toMatchObject({ status: 400, code: 1001, data: null })
    expect(await at.counted('unreadable')).toBe(before + 1)
  })

  it('are refused where they are empty, or far too large', async () => {
    const nothing = { headers: { [signatureHeader]: 'x' }, body: new Uint8Array() }
    expect([400, 403]).toContain((await at.send(nothing)).status)
    const before = await at.counted('too-large')
    expect(await sentAs('x'.repeat(200_000))).toMatchObject({ status: 413, code: 1001 })
    expect(await at.counted('too-large')).toBe(before + 1)
    expect(await at.send(nothing, 'no-one')).toMatchObject({ code: expect.any(Number), data: null })
  })

  it('are forgotten when their time is over, and their events are not', async () => {
    const order = await at.openWindow()
    const event = at.paid(order)
    expect(await at.tell(event)).toMatchObject({ status: 200 })
    const known = async () =>
      (await at.db.query('select from provider_delivery where event_id = $1', [event.id])).count
    expect(await known()).toBe(1)
    const later = await openCheckouts(at.db, {
      clock: { ...at.clock, now: () => at.clock.now() + 1_300_000 },
    })
    await later.close()
    expect(await known()).toBe(0)
    expect(await outcomeOf(event.id)).toMatchObject({ outcome: 'completed' })
    expect(await at.tell(event)).toMatchObject({ status: 200, code: 200 })
  })
})
