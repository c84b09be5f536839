import { randomBytes, randomUUID } from 'node:crypto'
import { orderDetailSchema, proofsMax } from '@minefall/shared/contracts/rest'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { imageForm } from '../../files/testing-form.ts'
import { jpeg, painted } from '../../files/testing-images.ts'
import { orderRoutes } from '../orders/routes.ts'
import { openWalletWorld } from '../testing-world.ts'

describeDatabase('proofs of a payment', (open) => {
  let db: Database
  let at: Awaited<ReturnType<typeof openWalletWorld>>
  let me: Awaited<ReturnType<typeof at.someone>>
  const told: string[] = []
  /** The orders that staff are to read again. */
  const changed: string[] = []
  beforeAll(async () => {
    db = await open()
    at = await openWalletWorld(db, (world) => async (app) => {
      await app.register(orderRoutes, { world })
    })
    at.world.bus.subscribe(
      'player.order',
      null,
      ({ orderId, status }) => void told.push(`${orderId} ${status}`),
    )
    at.world.bus.subscribe('desk.changed', null, (news) => {
      if (news.what === 'orders') changed.push(news.orderId)
    })
    me = await at.someone()
  })
  beforeEach(async () => {
    changed.length = 0
    await db.query('delete from counted')
  })
  afterAll(() => at.close())

  type Sent = { token?: string } & Parameters<typeof imageForm>[1]
  const upload = (id: string, file: Buffer, { token = me.token, ...named }: Sent = {}) =>
    at.call('POST', `/api/wallet/orders/${id}/proof`, { token, ...imageForm(file, named) })
  const proofs = async (id: string) => {
    const { rows } = await db.query('select id, type, content from payment_proof where order_id = $1', [id])
    return rows
  }
  let colors = 0x101010
  const picture = () => {
    colors += 0x070707
    return jpeg({ color: `#${colors.toString(16)}` })
  }

  it('pay an order that waited for it, and are shown to its owner alone, kept by no one on the way', async () => {
    const order = await at.placeDeposit({ playerId: me.id })
    const { code, data } = await upload(order.id, await picture(), { name: 'x.html', type: 'text/html' })
    expect(code).toBe(200)
    const detail = orderDetailSchema.parse(data)
    expect(detail).toMatchObject({ id: order.id, status: 'paid' })
    expect(await at.statusesOf(order.id)).toEqual([`submitted by player ${me.id}`, `paid by player ${me.id}`])
    expect(told).toContain(`${order.id} paid`)
    const proof = detail.proofs[0]?.id ?? expect.fail('no proof')
    const shown = await at.inject('GET', `/api/wallet/proofs/${proof}`, me)
    expect(shown.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 8 })
    const stranger = await at.someone()
    const noOnes = await at.call('GET', `/api/wallet/proofs/${randomUUID()}`, stranger)
    expect(noOnes).toMatchObject({ code: 1404, data: null })
    expect(await at.call('GET', `/api/wallet/proofs/${proof}`, stranger)).toEqual(noOnes)
    expect(await at.call('GET', `/api/wallet/proofs/${proof}`)).toMatchObject({ status: 401, code: 1401 })
  })

  it('are taken once for each file, however many come at once', async () => {
    const order = await at.placeDeposit({ playerId: me.id })
    const file = await picture()
    const answers = await Promise.all(Array.from({ length: 50 }, () => upload(order.id, file)))
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]))
    expect(await proofs(order.id)).toHaveLength(1)
    expect(await at.statusesOf(order.id)).toHaveLength(2)
    expect(told.filter((line) => line.startsWith(order.id))).toEqual([`${order.id} paid`])
  })

  it('are so many an order, and while it waits or is paid, not later', async () => {
    const order = await at.placeDeposit({ playerId: me.id })
    const first = await picture()
    expect((await upload(order.id, first)).data.status).toBe('paid')
    for (let nth = 1; nth < proofsMax; nth++) {
      changed.length = 0
      expect((await upload(order.id, await picture())).code).toBe(200)
      expect(changed).toEqual([order.id])
    }
    expect(await upload(order.id, await picture())).toMatchObject({
      code: 1001,
      data: { field: 'image', notice: 'proof-limit' },
    })
    await at.move(order.id, 'reviewing')
    expect(await upload(order.id, await picture())).toMatchObject({ code: 1603 })
    // The one that is there is there.
    expect((await upload(order.id, first)).data).toMatchObject({ status: 'reviewing' })
    expect(await proofs(order.id)).toHaveLength(proofsMax)
  })

  it('come too late for an order that expired', async () => {
    const order = await at.placeDeposit({ playerId: me.id, expiresAt: at.world.clock.now() })
    expect(await upload(order.id, await picture())).toMatchObject({
      code: 1603,
      data: { notice: 'order-expired' },
    })
    expect(await at.statusesOf(order.id)).toEqual([`submitted by player ${me.id}`, 'failed by clock clock'])
    expect(await proofs(order.id)).toEqual([])
  })

  it('are nothing to an order that a provider takes the money for', async () => {
    const order = await at.placeDeposit({ playerId: me.id, method: 'checkout', currency: 'USD' })
    expect(await upload(order.id, await picture())).toMatchObject({ code: 1603 })
    expect(await at.statusesOf(order.id)).toHaveLength(1)
  })

  it('are for your own order: another’s is as if there were none', async () => {
    const order = await at.placeDeposit()
    const file = await picture()
    const noOnes = await upload(randomUUID(), file)
    expect(noOnes).toMatchObject({ code: 1404, data: null })
    expect(await upload(order.id, file)).toEqual(noOnes)
    expect(await upload('no-id', file)).toMatchObject({ code: 1001, data: { field: 'id' } })
    expect(await upload(order.id, file, { token: 'none' })).toMatchObject({ status: 401, code: 1401 })
    expect(await proofs(order.id)).toEqual([])
  })

  it.each([
    ['nothing', Buffer.alloc(0), 1121],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 1121],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 1121],
    ['a film', Buffer.from('GIF89a but no more'), 1121],
    ['a file of 5 MB', Buffer.alloc(5 * 1024 * 1024), 1121],
    ['a file of more', Buffer.alloc(5 * 1024 * 1024 + 1), 1122],
    ['a file of much more', Buffer.alloc(8 * 1024 * 1024), 1122],
  ])('are not %s, and nothing changes', async (_, file, code) => {
    const order = await at.placeDeposit({ playerId: me.id })
    expect(await upload(order.id, file)).toMatchObject({ status: 200, code, data: null })
    expect(await at.statusesOf(order.id)).toHaveLength(1)
    expect(await proofs(order.id)).toEqual([])
  })

  it('come in the field image of a form', async () => {
    const order = await at.placeDeposit({ playerId: me.id })
    expect(await upload(order.id, await picture(), { field: 'file' })).toMatchObject({
      code: 1001,
      data: { field: 'image' },
    })
    const payload = { image: 'text' }
    expect(await at.call('POST', `/api/wallet/orders/${order.id}/proof`, { ...me, payload })).toMatchObject({
      code: 1001,
    })
  })

  it('fit what is stored, whatever they show', async () => {
    const order = await at.placeDeposit({ playerId: me.id })
    const noise = sharp(randomBytes(1_400 * 1_000 * 3), { raw: { width: 1_400, height: 1_000, channels: 3 } })
    const large = await noise.jpeg({ quality: 100 }).toBuffer()
    expect((await upload(order.id, large)).code).toBe(200)
    const glass = await painted({ color: '#00000000' }).png().toBuffer()
    expect((await upload(order.id, glass)).code).toBe(200)
  })

  it('are read twenty times an hour for a player at most', async () => {
    const order = await at.placeDeposit({ playerId: me.id })
    const codes = []
    for (let nth = 0; nth < 22; nth++) codes.push((await upload(order.id, Buffer.from(`GIF89a ${nth}`))).code)
    expect(codes).toEqual([...Array.from({ length: 20 }, () => 1121), 1429, 1429])
  })
})
