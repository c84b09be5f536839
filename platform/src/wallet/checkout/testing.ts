import { afterAll, beforeAll, expect } from 'vitest'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { balanceOf } from '../../ledger/index.ts'
import type { NewOrder } from '../orders/place-order.ts'
import { startWallet } from '../start-wallet.ts'
import { openWalletWorld } from '../testing-world.ts'
import type { World } from '../world.ts'
import type { PaymentEvent } from './provider.ts'
import { sandboxDelivery } from './sandbox/sandbox-provider.ts'

/** The whole wallet over HTTP, with orders by checkout, the sandbox's buttons and its webhook. */
export const openCheckouts = async (db: Database, given: Partial<World> = {}) => {
  const closers: (() => Promise<void>)[] = []
  const at = await openWalletWorld(
    db,
    (world) => async (app) => {
      const wallet = await startWallet(world)
      closers.push(wallet.close)
      await app.register(wallet.routes)
    },
    given,
  )
  const { world } = at
  const me = await at.someone()
  const get = (path: string) => at.call('GET', `/api/wallet/${path}`, me)
  const post = (path: string, payload: object = {}) =>
    at.call('POST', `/api/wallet/${path}`, { token: me.token, payload })
  /** A deposit of 1,000 coins for 1,012.00 USD that waits to be paid. */
  const place = (order: Partial<NewOrder> = {}) =>
    at.placeDeposit({ playerId: me.id, method: 'checkout', currency: 'USD', ...order })
  /** The same with its payment window open. */
  const openWindow = async (order?: Partial<NewOrder>) => {
    const placed = await place(order)
    const { code, data } = await post(`orders/${placed.id}/checkout`)
    expect(code).toBe(200)
    return { ...placed, url: String(data.url), reference: String(data.url).split('/').at(-1) ?? '' }
  }
  const press = async (url: string, choice: string) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const pressed = await at.inject('POST', url, { headers, payload: `choice=${choice}` })
    expect([pressed.statusCode, pressed.headers.location]).toEqual([303, url])
    return (await at.inject('GET', url)).body
  }
  let events = 0
  /** What the sandbox tells; by default, that all is well. */
  const paid = (
    { reference, number }: { reference: string; number: string },
    other: Partial<PaymentEvent> = {},
  ): PaymentEvent => ({
    id: `event-${++events}`,
    kind: 'paid',
    reference,
    number,
    currency: 'USD',
    amount: '1012.00',
    ...other,
  })
  const send = (delivery: { headers: Record<string, string>; body: Uint8Array }, provider = 'sandbox') =>
    at.call('POST', `/api/wallet/webhook/${provider}`, {
      headers: { 'content-type': 'application/json', ...delivery.headers },
      payload: Buffer.from(delivery.body),
    })
  /** Signs an event at a time and sends it. */
  const tell = (event: PaymentEvent, signedAt = world.clock.now()) =>
    send(sandboxDelivery(world.checkoutKeys, event, signedAt))
  /** The bonus coins that test money is; of any other coins there are none. */
  const coins = async () => {
    const { coin, promo } = await balanceOf(db, me.id)
    expect(coin).toBe('0')
    return Number(promo)
  }
  /** What the metric of deliveries says about a result. */
  const counted = async (result: string): Promise<number> => {
    const metric = await world.metrics.getSingleMetric('minefall_checkout_deliveries_total')?.get()
    return metric?.values.find(({ labels }) => labels.result === result)?.value ?? 0
  }
  return {
    ...at,
    db,
    me,
    get,
    post,
    place,
    openWindow,
    press,
    paid,
    send,
    tell,
    coins,
    counted,
    close: async () => {
      for (const close of closers) await close()
      await at.close()
    },
  }
}
export type OpenCheckouts = Awaited<ReturnType<typeof openCheckouts>>

/** Describes a suite about one such wallet on a separate database. What it is given is there once its tests run. */
export const describeCheckouts = (name: string, suite: (at: OpenCheckouts) => void): void =>
  describeDatabase(name, (open) => {
    const at = {} as OpenCheckouts
    beforeAll(async () => {
      Object.assign(at, await openCheckouts(await open()))
    })
    afterAll(() => at.close())
    suite(at)
  })
