import { randomBytes, randomUUID } from 'node:crypto'
import { silentLogger } from '@minefall/shared/node'
import type { FastifyPluginAsync } from 'fastify'
import { Registry } from 'prom-client'
import { v7 as newUuid } from 'uuid'
import { openAccounts } from '../accounts/testing.ts'
import type { Database } from '../db/index.ts'
import { edgeKeyHeader, thisMachineHeader } from '../http/index.ts'
import { edgeKey, openHttp } from '../http/testing.ts'
import { defaultWalletSettings } from '../testing-settings.ts'
import { moveOrder, readOrder } from './index.ts'
import type { NewOrder } from './orders/place-order.ts'
import { placeTestOrder } from './orders/testing.ts'
import type { World } from './world.ts'

const key = new Uint8Array(32).fill(9)

type Sent = { token?: string; headers?: Record<string, string>; payload?: string | Buffer | object }

/** The wallet's world with a clock to move, and the routes that a suite is about over HTTP, as a BFF sees them. */
export const openWalletWorld = async (
  db: Database,
  routes: (world: World) => FastifyPluginAsync,
  given: Partial<World> = {},
) => {
  // One setting of an operator's is both.
  const { holdOffMs = defaultWalletSettings.holdOffMs } = given.settings ?? {}
  const at = await openAccounts(db, { settings: { settleMs: holdOffMs } })
  const metrics = new Registry()
  const world: World = {
    db,
    bus: at.bus,
    clock: at.clock,
    log: silentLogger(),
    newId: newUuid,
    randomBytes,
    accounts: at.accounts,
    terms: at.terms.current,
    settings: defaultWalletSettings,
    checkoutKeys: { current: { keyId: '1', key }, all: new Map([['1', key]]) },
    metrics,
    ...given,
  }
  const app = await openHttp([routes(world)], world.log)
  const inject = (method: 'GET' | 'POST', url: string, { token, headers, payload }: Sent = {}) =>
    app.inject({
      method,
      url,
      headers: {
        [edgeKeyHeader]: edgeKey,
        [thisMachineHeader]: '1',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
    })
  const call = async (...sent: Parameters<typeof inject>) => {
    const response = await inject(...sent)
    return { status: response.statusCode, ...response.json() }
  }
  const someone = () => at.signIn(`${randomUUID()}@home.example`)
  /** A deposit that waits to be paid; by default, of 1,000 coins for 1,012.00 CNY by Alipay. */
  const placeDeposit = async (given: Partial<NewOrder> = {}) => {
    const at = world.clock.now()
    const expiresAt = at + world.settings.payWithinMs
    const order = await placeTestOrder(db, 'deposit', { at, expiresAt, ...given })
    if (!order) throw new Error('the order was placed before')
    return order
  }
  /** Moves an order on by a step after another. */
  const move = async (id: string, ...steps: ('paid' | 'reviewing')[]) => {
    for (const to of steps) {
      const order = await readOrder(db, id)
      if (order)
        await moveOrder(db, order, { to, by: { kind: 'staff', id: 'someone' }, at: world.clock.now() })
    }
  }
  const statusesOf = async (id: string) => {
    const { rows } = await db.query(
      'select status, actor_kind, actor from wallet_order_event where order_id = $1 order by nth',
      [id],
    )
    return rows.map(({ status, actor_kind, actor }) => `${status} by ${actor_kind} ${actor}`)
  }
  return {
    accounts: at,
    world,
    clock: at.clock,
    inject,
    call,
    someone,
    placeDeposit,
    move,
    statusesOf,
    close: async () => {
      await app.close()
      await at.close()
    },
  }
}
