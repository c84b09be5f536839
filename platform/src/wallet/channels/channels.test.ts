import { channelsSchema, payToSchema } from '@minefall/shared/contracts/rest'
import { isUsdtAddress, networkSchema } from '@minefall/shared/payments'
import { beforeAll, expect, it } from 'vitest'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { defaultWalletSettings } from '../../testing-settings.ts'
import type { WalletSettings } from '../world.ts'
import { exampleAccounts, settleExamples } from './example-accounts.ts'
import { offeredChannels, viewChannel } from './offered.ts'

describeDatabase('channels', (open) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
  })

  const start = async (given: Partial<WalletSettings> = {}) => {
    const settings = { ...defaultWalletSettings, ...given }
    await settleExamples(db, settings)
    const channels = await offeredChannels(db, settings)
    const of = (direction: string) =>
      channels.filter((one) => one.direction === direction).map((one) => viewChannel(one, settings))
    return channelsSchema.parse({ deposit: of('deposit'), withdrawal: of('withdrawal') })
  }
  const names = async (given?: Partial<WalletSettings>) =>
    (await start(given)).deposit.map(({ method, currency }) => `${method} ${currency.code}`)

  it('are not offered for a deposit without an account of ours, but as examples outside production', async () => {
    expect(await names({ exampleAccounts: false })).toEqual(['checkout USD'])
    const all = ['alipay CNY', 'usdt USDT', 'bank CNY', 'bank MYR', 'checkout USD']
    expect(await names()).toEqual(all)
    expect(await names({ checkout: 'none' })).toEqual(all.slice(0, 4))
  })

  it('take examples back in production, and leave accounts that someone set', async () => {
    const own = { '': { method: 'alipay', account: 'till@shop.example', name: 'Till' } }
    await start()
    await db.query(
      `update payment_channel set pay_to = $1 where direction = 'deposit' and method = 'alipay'`,
      [own],
    )
    await start()
    expect(await names({ exampleAccounts: false })).toEqual(['alipay CNY', 'checkout USD'])
    const { rows } = await db.query(
      `select pay_to from payment_channel where direction = 'deposit' and method = 'alipay'`,
    )
    expect(rows).toEqual([{ pay_to: own }])
  })

  it('are read with limits, rate, fee and networks', async () => {
    const { deposit, withdrawal } = await start()
    expect(deposit[1]).toEqual({
      method: 'usdt',
      currency: { code: 'USDT', name: 'Tether', symbol: '₮', decimals: 2 },
      networks: ['TRC20', 'ERC20'],
      least: '100',
      most: '100000',
      rate: '0.14',
      feeBps: 0,
      feeFixed: '0.00',
      sandbox: false,
    })
    expect(deposit[4]).toMatchObject({ method: 'checkout', feeFixed: '0.30', networks: [], sandbox: true })
    expect(withdrawal.map(({ method, feeFixed }) => `${method} ${feeFixed}`)).toEqual([
      'alipay 0',
      'usdt 0',
      'bank 5',
      'bank 5',
    ])
    expect(withdrawal[1]?.networks).toEqual(['TRC20', 'ERC20'])
  })

  it('of USDT are offered on the chains that there is an address for', async () => {
    await start()
    await db.query(`update payment_channel set pay_to = pay_to - 'TRC20' where method = 'usdt'`)
    expect((await start()).deposit[1]?.networks).toEqual(['ERC20'])
    await db.query(`update payment_channel set pay_to = pay_to - 'ERC20' where method = 'usdt'`)
    expect(await names()).not.toContain('usdt USDT')
  })

  it('are not offered when they are closed', async () => {
    await db.query(`update payment_channel set is_open = false where method = 'bank' and currency = 'MYR'`)
    const { deposit, withdrawal } = await start()
    for (const channels of [deposit, withdrawal])
      expect(channels.filter(({ currency }) => currency.code === 'MYR')).toEqual([])
  })

  it('have examples whose checksums are right', () => {
    for (const { payTo } of exampleAccounts)
      for (const [name, account] of Object.entries(payTo)) {
        expect(payToSchema.parse(account)).toEqual(account)
        if (account.method === 'usdt')
          expect([name, isUsdtAddress(networkSchema.parse(name), account.address)]).toEqual([name, true])
      }
  })
})
