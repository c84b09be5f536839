import { type DeskChannel, deskChannelSchema, deskCurrencySchema } from '@minefall/shared/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { type OpenDesk, openDesk } from '../testing.ts'
import { type PlaceOrders, placeOrders } from '../testing-orders.ts'

const trc20 = { method: 'usdt', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' } as const
const erc20 = { method: 'usdt', address: '0xdAC17F958D2ee523a2206206994597C13D831ec7' } as const
const alipay = { method: 'alipay', account: 'pay@house.example', name: 'The House' } as const

describeDatabase('the catalogue', (open) => {
  let db: Database
  let desk: OpenDesk
  let orders: PlaceOrders
  let admin: Awaited<ReturnType<OpenDesk['staff']>>
  beforeAll(async () => {
    db = await open()
    desk = await openDesk(db)
    orders = placeOrders(db, desk.clock)
    admin = await desk.staff('admin')
  })
  afterAll(() => desk.close())

  const reason = 'The market moved'
  const channels = async () => deskChannelSchema.array().parse((await desk.get('channels', admin)).data)
  const channel = async (name: string): Promise<DeskChannel> =>
    (await channels()).find(
      ({ direction, method, currency }) => `${direction}/${method}/${currency}` === name,
    ) ?? expect.fail(`there is no ${name}`)
  const change = (body: object) => desk.post('channels', admin, { reason, ...body })
  const auditOf = async (id: string) =>
    (
      await db.query(
        'select action, staff_id, reason, before, after from desk_audit where subject_id = $1 order by id',
        [id],
      )
    ).rows

  it('lists every channel, the closed ones and what they cost as well', async () => {
    const all = await channels()
    expect(all).toHaveLength(9)
    expect(await channel('deposit/checkout/USD')).toEqual({
      direction: 'deposit',
      method: 'checkout',
      currency: 'USD',
      isOpen: true,
      least: '50',
      most: '20000',
      rate: '0.14',
      feeBps: 290,
      feeFixed: '0.30',
      payTo: null,
      version: 1,
    })
    expect(await channel('withdrawal/bank/CNY')).toMatchObject({ feeFixed: '5', feeBps: 50 })
  })

  it('changes a channel as a whole, and says before and after', async () => {
    const name = 'deposit/alipay/CNY'
    const before = await channel(name)
    const wanted = {
      ...before,
      isOpen: false,
      least: '200',
      most: '300',
      rate: '1.23456789',
      feeBps: 10_000,
      feeFixed: '1.5',
      payTo: { '': alipay },
    }
    const after = { ...wanted, feeFixed: '1.50', version: before.version + 1 }
    expect(await change(wanted)).toMatchObject({ code: 200, data: after })
    expect(await channel(name)).toEqual(after)
    expect(await auditOf(name)).toEqual([
      { action: 'channel.change', staff_id: admin.id, reason, before, after },
    ])
  })

  it('keeps two from writing over each other', async () => {
    const name = 'withdrawal/usdt/USDT'
    const read = await channel(name)
    const answers = await Promise.all(['101', '102', '103', '104'].map((least) => change({ ...read, least })))
    const won = answers.filter(({ code }) => code === 200)
    expect(won).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 1409)).toHaveLength(3)
    expect(await channel(name)).toEqual(won[0]?.data)
    expect(await change({ ...read, least: '105' })).toMatchObject({ code: 1409 })
    expect(await auditOf(name)).toHaveLength(1)
  })

  it('takes addresses for USDT by network, with a checksum that is right', async () => {
    const read = await channel('deposit/usdt/USDT')
    for (const [payTo, field, notice] of [
      [{ TRC20: erc20 }, 'payTo.TRC20', 'usdt-address-invalid'],
      [
        { ERC20: { ...erc20, address: erc20.address.replace('dAC', 'DAC') } },
        'payTo.ERC20',
        'usdt-address-invalid',
      ],
      [{ TRC20: trc20, ERC20: trc20 }, 'payTo.ERC20', 'usdt-address-invalid'],
      [{ '': trc20 }, 'payTo.', 'bad-parameters'],
      [{ TRC20: alipay }, 'payTo.TRC20', 'bad-parameters'],
    ] as const)
      expect(await change({ ...read, payTo })).toMatchObject({ code: 1001, data: { field, notice } })
    const payTo = { TRC20: trc20, ERC20: erc20 }
    expect(await change({ ...read, payTo })).toMatchObject({ code: 200, data: { payTo } })
  })

  it('refuses what can’t be, and changes nothing', async () => {
    const [deposit, withdrawal] = [await channel('deposit/bank/CNY'), await channel('withdrawal/bank/CNY')]
    const checkout = await channel('deposit/checkout/USD')
    const bank = { method: 'bank', bankName: 'B', branchName: 'Main', accountNumber: '12345', name: 'House' }
    for (const [body, field] of [
      [{ ...deposit, least: '0' }, 'least'],
      [{ ...deposit, least: '600', most: '599' }, 'most'],
      [{ ...deposit, least: '-1' }, 'least'],
      [{ ...deposit, most: '1.5' }, 'most'],
      [{ ...deposit, most: '9999999999999999999' }, 'most'],
      [{ ...deposit, rate: '0' }, 'rate'],
      [{ ...deposit, rate: '0.000000001' }, 'rate'],
      [{ ...deposit, rate: '1e3' }, 'rate'],
      [{ ...deposit, feeBps: 10_001 }, 'feeBps'],
      [{ ...deposit, feeFixed: '1.005' }, 'feeFixed'],
      [{ ...deposit, feeFixed: '99999999999999999999' }, 'feeFixed'],
      [{ ...withdrawal, feeFixed: '1.5' }, 'feeFixed'],
      [{ ...withdrawal, payTo: { '': alipay } }, 'payTo'],
      [{ ...checkout, payTo: { '': alipay } }, 'payTo'],
      [{ ...deposit, payTo: { '': alipay } }, 'payTo.'],
      [{ ...deposit, payTo: { '': bank } }, 'payTo.bankName'],
      [{ ...deposit, payTo: { '': { ...bank, bankName: 'x'.repeat(101) } } }, 'payTo.bankName'],
      [{ ...deposit, payTo: { '': { ...bank, bankName: 'Bank', name: 'a\u202eb' } } }, 'payTo.name'],
      [{ ...deposit, payTo: { other: bank } }, 'payTo'],
      [{ ...deposit, version: 0 }, 'version'],
      [{ ...deposit, reason: '' }, 'reason'],
      [{ ...deposit, reason: undefined }, 'reason'],
      [{ ...deposit, extra: 1 }, 'body'],
    ] as const)
      expect([field, await change(body)]).toMatchObject([field, { code: 1001, data: { field } }])
    expect(await change({ ...deposit, currency: 'JPY' })).toMatchObject({ code: 1404 })
    expect(await channel('deposit/bank/CNY')).toEqual(deposit)
    expect(await auditOf('deposit/bank/CNY')).toEqual([])
  })

  it('leaves orders as they were placed', async () => {
    const order = await orders.paid({ method: 'bank', currency: 'MYR', rate: '0.6' })
    const read = await channel('deposit/bank/MYR')
    expect(await change({ ...read, rate: '0.7', most: '500' })).toMatchObject({ code: 200 })
    expect(await desk.get(`orders/${order.id}`, admin)).toMatchObject({
      data: { rate: '0.6', amount: '1000', total: '1012.00' },
    })
    await desk.post(`orders/${order.id}/take`, admin)
    await desk.post(`orders/${order.id}/approve`, admin, { reference: 'MYR 1' })
    expect(await orders.coins(order.playerId)).toEqual({ available: '1000', held: '0' })
  })

  it('changes what is shown for one coin, and says before and after', async () => {
    const rates = async () => deskCurrencySchema.array().parse((await desk.get('currencies', admin)).data)
    const [first] = await rates()
    expect(first).toEqual({ currencycode: 'CNY', name: 'Chinese yuan', symbol: '¥', rate: '1' })
    const wanted = { currencycode: 'JPY', rate: '21.5', reason }
    expect(await desk.post('currencies', admin, wanted)).toMatchObject({
      code: 200,
      data: { currencycode: 'JPY', rate: '21.5' },
    })
    expect((await rates()).find(({ currencycode }) => currencycode === 'JPY')?.rate).toBe('21.5')
    expect(await auditOf('JPY')).toEqual([
      {
        action: 'currency.change',
        staff_id: admin.id,
        reason,
        before: { rate: '21' },
        after: { rate: '21.5' },
      },
    ])
    for (const [body, code] of [
      [{ ...wanted, rate: '0' }, 1001],
      [{ ...wanted, rate: '-1' }, 1001],
      [{ ...wanted, reason: '  ' }, 1001],
      [{ ...wanted, currencycode: 'XXX' }, 1404],
      [{ ...wanted, currencycode: 'not one' }, 1001],
    ] as const)
      expect(await desk.post('currencies', admin, body)).toMatchObject({ code })
    expect(await auditOf('JPY')).toHaveLength(1)
  })
})
