import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { checkLedger } from '../../ledger/index.ts'
import { defaultWalletSettings } from '../../testing-settings.ts'
import { readOrder } from '../orders/order-row.ts'
import { completeDeposit } from '../orders/settle-order.ts'
import { describeCheckouts, openCheckouts } from './testing.ts'

describeCheckouts('the checkout', (at) => {
  it('takes an order to a page that says what is paid, and credits it when that is done', async () => {
    const before = await at.coins()
    const order = await at.place()
    const opened = await at.post(`orders/${order.id}/checkout`)
    expect(opened).toMatchObject({ code: 200, data: { sandbox: true } })
    const { url } = opened.data
    expect(url).toMatch(/^\/sandbox\/checkout\/sandbox_[0-9a-f]{32}$/)
    expect((await at.get(`orders/${order.id}`)).data.checkout).toEqual(opened.data)
    const page = await at.inject('GET', url)
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    })
    for (const shown of ['SANDBOX: no real money moves', order.number, '1012.00 USD', '30 minutes'])
      expect(page.body).toContain(shown)
    expect(page.body).not.toMatch(/<script|style=|https?:/)
    expect(await at.press(url, 'pay')).toContain('Minefall was notified')
    expect((await at.get(`orders/${order.id}`)).data).toMatchObject({
      status: 'completed',
      reference: url.split('/').at(-1),
      checkout: null,
    })
    expect(await at.statusesOf(order.id)).toEqual([
      `submitted by player ${at.me.id}`,
      'paid by provider sandbox',
      'reviewing by provider sandbox',
      'completed by provider sandbox',
    ])
    // Pressed again, either button, nothing more happens.
    expect(await at.press(url, 'pay')).toContain('Paid')
    expect(await at.press(url, 'decline')).toContain('Paid')
    expect(await at.coins()).toBe(before + 1_000)
    expect((await at.get(`orders/${order.id}`)).data.asset).toBe('promo')
    expect((await checkLedger(at.db)).findings).toEqual([])
  })

  it('credits bonus coins too where staff approve what was paid at the sandbox', async () => {
    const before = await at.coins()
    const order = await at.openWindow()
    await at.tell(at.paid(order, { amount: '10.00' }))
    const row = await readOrder(at.db, order.id, { lock: true })
    expect(row?.status).toBe('reviewing')
    const by = { kind: 'staff', id: randomUUID() } as const
    if (row)
      await at.db.transaction((tx) =>
        completeDeposit(tx, row, { by, at: at.clock.now(), reference: randomUUID() }),
      )
    expect(await at.coins()).toBe(before + 1_000)
    expect((await checkLedger(at.db)).findings).toEqual([])
  })

  it('does not start with the sandbox in production once people have paid real money', async () => {
    const strict = { ...defaultWalletSettings, refusesSandboxBesideMoney: true }
    await (await openCheckouts(at.db, { settings: strict })).close()
    const [paid] = [await at.placeDeposit({ playerId: (await at.someone()).id })]
    await at.move(paid.id, 'paid', 'reviewing')
    const row = await readOrder(at.db, paid.id)
    const by = { kind: 'staff', id: randomUUID() } as const
    if (row)
      await at.db.transaction((tx) =>
        completeDeposit(tx, row, { by, at: at.clock.now(), reference: randomUUID() }),
      )
    await expect(openCheckouts(at.db, { settings: strict })).rejects.toThrow(
      /^CHECKOUT_PROVIDER must be none/,
    )
    await (await openCheckouts(at.db, { settings: { ...strict, checkout: 'none' } })).close()
  })

  it('credits once, however often and at once the button is pressed', async () => {
    const before = await at.coins()
    const { id, url } = await at.openWindow()
    await Promise.all(Array.from({ length: 20 }, () => at.press(url, 'pay')))
    expect(await at.coins()).toBe(before + 1_000)
    expect(await at.statusesOf(id)).toHaveLength(4)
  })

  it('ends an order that was declined, at no cost', async () => {
    const before = await at.coins()
    const { id, url } = await at.openWindow()
    expect(await at.press(url, 'decline')).toContain('Nothing was paid')
    expect((await at.get(`orders/${id}`)).data).toMatchObject({
      status: 'failed',
      reason: { code: 'declined', text: null },
      checkout: null,
    })
    expect((await at.post(`orders/${id}/checkout`)).code).toBe(1603)
    expect(await at.press(url, 'pay')).toContain('Declined')
    expect(await at.coins()).toBe(before)
  })

  it('opens one window an order, however often and at once it is asked', async () => {
    const { id, number } = await at.place()
    const asked = await Promise.all(Array.from({ length: 20 }, () => at.post(`orders/${id}/checkout`)))
    expect(new Set(asked.map(({ data }) => data.url)).size).toBe(1)
    const sessions = await at.db.query('select from checkout_session where order_id = $1', [id])
    const payments = await at.db.query('select from sandbox_checkout where order_number = $1', [number])
    expect([sessions.count, payments.count]).toEqual([1, 1])
  })

  it('is for your own orders by checkout, while they wait to be paid', async () => {
    const stranger = await at.someone()
    const theirs = (id: string) => at.call('POST', `/api/wallet/orders/${id}/checkout`, stranger)
    const order = await at.place()
    const noOnes = await theirs(randomUUID())
    expect(noOnes).toMatchObject({ code: 1404, data: null })
    expect(await theirs(order.id)).toEqual(noOnes)
    const manual = await at.placeDeposit({ playerId: at.me.id })
    expect((await at.post(`orders/${manual.id}/checkout`)).code).toBe(1604)
    const late = await at.place({ expiresAt: at.clock.now() })
    expect(await at.post(`orders/${late.id}/checkout`)).toMatchObject({
      code: 1603,
      data: { notice: 'order-expired' },
    })
    expect(await at.call('POST', `/api/wallet/orders/${order.id}/checkout`)).toMatchObject({ code: 1401 })
  })

  it('takes no money on its page after the time is over, and knows no other page', async () => {
    const { id, number, url } = await at.openWindow({ expiresAt: at.clock.now() + 60_000 })
    expect((await at.inject('GET', url)).body).toContain('1 minute,')
    await at.db.query('update sandbox_checkout set expires_at = $2 where order_number = $1', [
      number,
      new Date(at.clock.now()),
    ])
    expect((await at.inject('GET', url)).body).toContain('Time’s up')
    expect(await at.press(url, 'pay')).toContain('Time’s up')
    expect(await at.statusesOf(id)).toHaveLength(1)
    const unknown = await at.inject('GET', '/sandbox/checkout/%3Cb%3E')
    expect(unknown.statusCode).toBe(404)
    expect(unknown.body).toContain('SANDBOX')
    expect(unknown.body).not.toContain('<b>')
    expect((await at.inject('GET', '/sandbox/checkout/a%00')).json()).toMatchObject({ code: 1001 })
    const style = await at.inject('GET', '/sandbox/checkout.css')
    expect(style.headers['content-type']).toContain('text/css')
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await at.inject('POST', url, { headers, payload: 'choice=steal' })).json()).toMatchObject({
      code: 1001,
      data: { field: 'choice' },
    })
  })

  it('is not there where no one takes payments', async () => {
    const closed = await openCheckouts(at.db, { settings: { ...defaultWalletSettings, checkout: 'none' } })
    try {
      const order = await closed.place()
      expect((await closed.post(`orders/${order.id}/checkout`)).code).toBe(1604)
      expect((await closed.inject('GET', '/sandbox/checkout.css')).statusCode).toBe(404)
      const webhook = await closed.inject('POST', '/api/wallet/webhook/sandbox', { payload: '{}' })
      expect(webhook.statusCode).toBe(404)
    } finally {
      await closed.close()
    }
  })

  it('is described at /docs', async () => {
    const { paths } = (await at.inject('GET', '/docs/json')).json()
    const webhook = paths['/api/wallet/webhook/{provider}'].post
    expect(webhook.requestBody.content['application/json'].schema).toMatchObject({ format: 'binary' })
    const proof = paths['/api/wallet/orders/{id}/proof'].post.requestBody.content['multipart/form-data']
    expect(proof.schema.properties.image).toMatchObject({ type: 'string', format: 'binary' })
    for (const path of ['/api/wallet/orders/{id}/checkout', '/sandbox/checkout/{reference}'])
      expect(paths[path].post.summary).toBeTruthy()
    for (const path of ['/api/wallet/proofs/{id}', '/api/wallet/statement.csv'])
      expect(paths[path].get.summary).toBeTruthy()
  })

  it('opens no window for who takes a break from play, and finds the one that was open', async () => {
    const { id: playerId, token } = await at.someone()
    const [opened, waiting] = [await at.place({ playerId }), await at.place({ playerId })]
    const window = (id: string) => at.call('POST', `/api/wallet/orders/${id}/checkout`, { token })
    const { code, data } = await window(opened.id)
    expect(code).toBe(200)
    const until = at.clock.now() + 1_000
    await at.db.query(
      `insert into play_break (id, player_id, kind, began_at, ends_at) values ($1, $1, 'time-out', $2, $3)`,
      [playerId, new Date(at.clock.now()), new Date(until)],
    )
    expect(await window(waiting.id)).toMatchObject({ code: 1702, data: { kind: 'time-out', until } })
    expect(await window(opened.id)).toMatchObject({ code: 200, data })
    // What may be paid already goes its way.
    await at.press(data.url, 'pay')
    expect(await at.statusesOf(opened.id)).toHaveLength(4)
    await at.clock.advance(1_000)
    expect(await window(waiting.id)).toMatchObject({ code: 200 })
  })
})
