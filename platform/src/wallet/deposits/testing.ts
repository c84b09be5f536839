import { randomUUID } from 'node:crypto'
import { depositPreviewSchema, type OrderDetail, orderDetailSchema } from '@minefall/shared/contracts/rest'
import { expect } from 'vitest'
import { minute } from '../../accounts/testing.ts'
import type { Database } from '../../db/index.ts'
import { defaultWalletSettings } from '../../testing-settings.ts'
import { settleExamples } from '../channels/example-accounts.ts'
import { orderRoutes } from '../orders/routes.ts'
import { openWalletWorld } from '../testing-world.ts'
import type { World } from '../world.ts'
import { depositRoutes } from './routes.ts'

/** Shorter than a session's token lives. */
export const payWithinMs = 5 * minute

/** What most deposits here are: 1,012.00 CNY for them. */
export const usual = { method: 'alipay', currency: 'CNY', amount: '1000' }

/** Channels, deposits and orders over HTTP, with players who place them. Nothing expires on its own. */
export const openDeposits = async (db: Database, settings: Partial<World['settings']> = {}) => {
  const at = await openWalletWorld(
    db,
    (world) => async (app) => {
      for (const routes of [depositRoutes, orderRoutes]) await app.register(routes, { world })
    },
    { settings: { ...defaultWalletSettings, payWithinMs, ...settings } },
  )
  await settleExamples(db, at.world.settings)

  const player = async () => {
    const { id, token } = await at.someone()
    const headers = { 'accept-language': 'en-US' }
    const get = (path: string) => at.call('GET', `/api/wallet/${path}`, { token, headers })
    const post = (path: string, payload: object = {}) =>
      at.call('POST', `/api/wallet/${path}`, { token, headers, payload })
    /** The request that places what was looked at before. */
    const request = async (asked: object = usual) => {
      const { data } = await post('deposit/preview', asked)
      const { total, terms } = depositPreviewSchema.parse(data)
      return { ...asked, key: randomUUID(), total, accepted: terms }
    }
    const deposit = async (asked?: object): Promise<OrderDetail> => {
      const { data, ...rest } = await post('deposit', await request(asked))
      expect(rest).toMatchObject({ code: 200 })
      return orderDetailSchema.parse(data)
    }
    return { id, token, get, post, request, deposit }
  }
  const countOrders = async (playerId: string): Promise<number> =>
    (await db.query('select from wallet_order where player_id = $1', [playerId])).count

  return { ...at, player, countOrders }
}
export type OpenDeposits = Awaited<ReturnType<typeof openDeposits>>
