import { randomBytes, randomUUID } from 'node:crypto'
import {
  destinationSchema,
  orderDetailSchema,
  type WithdrawBody,
  withdrawPreviewSchema,
} from '@minefall/shared/contracts'
import { silentLogger } from '@minefall/shared/node'
import type { DestinationDetails } from '@minefall/shared/payments'
import { Registry } from 'prom-client'
import { expect } from 'vitest'
import { minute, openAccounts } from '../../accounts/testing.ts'
import type { Database } from '../../db/index.ts'
import { buildHttp, edgeKeyHeader } from '../../http/index.ts'
import { fund } from '../../ledger/testing-fund.ts'
import { defaultWalletSettings, type WalletSettings } from '../settings.ts'
import { startWallet } from '../start-wallet.ts'
import type { World } from '../world.ts'

const edgeKey = 'e'.repeat(64)
const key = new Uint8Array(32).fill(4)

/** Short, so that a token outlives a few of them. */
export const holdOffMs = 5 * minute
export const paymentPassword = 'payment hazel 9'

export const alipay = (account = 'anna@pay.example'): DestinationDetails => ({
  method: 'alipay',
  account,
  realName: 'Anna Berg',
})

/** The wallet's calls on accounts that sign in, set a payment password and own coins, on a clock to move. */
export const openWithdrawals = async (db: Database, settings: Partial<WalletSettings> = {}) => {
  const at = await openAccounts(db)
  const metrics = new Registry()
  const world: World = {
    db,
    bus: at.bus,
    clock: at.clock,
    log: silentLogger(),
    newId: randomUUID,
    randomBytes,
    accounts: at.accounts,
    settings: { ...defaultWalletSettings, holdOffMs, ...settings },
    metrics,
    checkoutKeys: { current: { keyId: '1', key }, all: new Map([['1', key]]) },
  }
  const wallet = await startWallet(world)
  const app = await buildHttp({
    log: silentLogger(),
    edgeKey,
    ready: () => true,
    metrics,
    newId: randomUUID,
    routes: async (scope) => {
      await scope.register(wallet.routes)
    },
  })

  const call = async (method: 'GET' | 'POST', path: string, token?: string, body?: object) => {
    const response = await app.inject({
      method,
      url: `/api/wallet/${path}`,
      headers: {
        [edgeKeyHeader]: edgeKey,
        'accept-language': 'en-US',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body && { payload: body }),
    })
    return { status: response.statusCode, ...response.json() }
  }

  let people = 0
  /** Somebody with a payment password and coins whose withdrawals are open. */
  const owner = async ({ coins = 10_000n }: { coins?: bigint } = {}) => {
    await db.query('delete from counted')
    const me = await at.signIn(`w${++people}.${randomUUID()}@home.example`)
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

  return {
    ...at,
    world,
    call,
    owner,
    wallet,
    close: async () => {
      await app.close()
      await wallet.close()
      await at.close()
    },
  }
}
export type OpenWithdrawals = Awaited<ReturnType<typeof openWithdrawals>>
export type Owner = Awaited<ReturnType<OpenWithdrawals['owner']>>
