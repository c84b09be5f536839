import { randomUUID } from 'node:crypto'
import {
  destinationSchema,
  orderDetailSchema,
  type WithdrawBody,
  withdrawPreviewSchema,
} from '@minefall/shared/contracts/rest'
import type { DestinationDetails } from '@minefall/shared/payments'
import { expect } from 'vitest'
import { minute } from '../../accounts/testing.ts'
import type { Database } from '../../db/index.ts'
import { fund } from '../../ledger/testing-fund.ts'
import { defaultWalletSettings } from '../../testing-settings.ts'
import { walletRoutes } from '../start-wallet.ts'
import { openWalletWorld } from '../testing-world.ts'
import type { WalletSettings } from '../world.ts'
import { withdrawalRoutes } from './routes.ts'

/** Short, so that a token outlives a few of them. */
export const holdOffMs = 5 * minute
export const paymentPassword = 'payment hazel 9'

export const alipay = (account = 'anna@pay.example'): DestinationDetails => ({
  method: 'alipay',
  account,
  realName: 'Anna Berg',
})

/** Withdrawals over HTTP, by people who set a payment password and own coins, on a clock to move. */
export const openWithdrawals = async (db: Database, settings: Partial<WalletSettings> = {}) => {
  const { accounts: at, ...wallet } = await openWalletWorld(
    db,
    (world) => async (app) => {
      for (const routes of [walletRoutes, withdrawalRoutes]) await app.register(routes, { world })
    },
    { settings: { ...defaultWalletSettings, holdOffMs, ...settings } },
  )

  const headers = { 'accept-language': 'en-US' }
  const call = (method: 'GET' | 'POST', path: string, token?: string, payload?: object) =>
    wallet.call(method, `/api/wallet/${path}`, {
      headers,
      ...(token !== undefined && { token }),
      ...(payload && { payload }),
    })

  /** Someone with a payment password and coins whose withdrawals are open. */
  const owner = async ({ coins = 10_000n }: { coins?: bigint } = {}) => {
    await db.query('delete from counted')
    const me = await at.signIn(`w${randomUUID()}@home.example`)
    const change = { currentPassword: '', newPassword: paymentPassword, verificationCode: await me.ownCode() }
    expect(await at.post('user/paypasswordchange', change, me)).toMatchObject({ code: 200 })
    if (coins > 0n) await fund(db, me.id, 'coin', coins)
    await at.clock.advance(holdOffMs)
    const get = (path: string) => call('GET', path, me.token)
    const post = (path: string, body: object = {}) => call('POST', path, me.token, body)
    const save = (details: DestinationDetails, password = paymentPassword) =>
      post('destinations', { details, paymentPassword: password })
    /** A saved destination that can be withdrawn to. */
    const destination = async (details = alipay()) => {
      const { data, ...rest } = await save(details)
      expect(rest).toMatchObject({ code: 200 })
      await at.clock.advance(holdOffMs)
      return destinationSchema.parse(data)
    }
    /** A code for one withdrawal, a minute after the last. */
    const code = async (destinationId: string, amount: string) => {
      await at.clock.advance(minute)
      expect(await post('withdraw/code', { destinationId, amount })).toMatchObject({ code: 200 })
      return at.codeTo(me.email)
    }
    /** All that a withdrawal is asked for with, as its page would. */
    const request = async (destinationId: string, amount: string): Promise<WithdrawBody> => {
      const { data } = await post('withdraw/preview', { destinationId, amount })
      const { total } = withdrawPreviewSchema.parse(data)
      const verificationCode = await code(destinationId, amount)
      return { destinationId, amount, total, key: randomUUID(), paymentPassword, verificationCode }
    }
    const withdraw = async (body: WithdrawBody) => {
      const { data, ...rest } = await post('withdraw', body)
      expect(rest).toMatchObject({ code: 200 })
      return orderDetailSchema.parse(data)
    }
    return { ...me, get, post, save, destination, code, request, withdraw }
  }

  return { ...at, world: wallet.world, call, owner, close: wallet.close }
}
export type OpenWithdrawals = Awaited<ReturnType<typeof openWithdrawals>>
export type Owner = Awaited<ReturnType<OpenWithdrawals['owner']>>
