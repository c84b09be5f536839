import {
  type DeskChannel,
  deskChannelSchema,
  deskCurrencySchema,
  deskProposalSchema,
} from '@minefall/shared/contracts/desk'
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
  let second: typeof admin
  beforeAll(async () => {
    db = await open()
    desk = await openDesk(db)
    orders = placeOrders(db, desk.clock)
    ;[admin, second] = [await desk.staff('admin'), await desk.staff('admin')]
  })
  afterAll(() => desk.close())

  const reason = 'The market moved'
  const channels = async () => deskChannelSchema.array().parse((await desk.get('channels', admin)).data)
  const channel = async (name: string): Promise<DeskChannel> =>
    (await channels()).find(
      ({ direction, method, currency }) => `${direction}/${method}/${currency}` === name,
    ) ?? expect.fail(`there is no ${name}`)
  const change = (body: object) => desk.post('channels', admin, { reason, ...body })
  /** The proposal, confirmed by another admin. */
  const confirmed = async (answer: { code: number; data: unknown }) => {
    const { id } = deskProposalSchema.parse(answer.data)
    return desk.post(`proposals/${id}/confirm`, second, { reason: 'Compared' })
  }
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

  it('changes limits and fees of a channel at once and logs the values before and after', async () => {
    const name = 'deposit/alipay/CNY'
    const before = await channel(name)
    const wanted = { ...before, isOpen: false, least: '200', most: '300', feeBps: 10_000, feeFixed: '1.5' }
    const after = { ...wanted, feeFixed: '1.50', version: before.version + 1 }
    expect(await change(wanted)).toMatchObject({ code: 200, data: null })
    expect(await channel(name)).toEqual(after)
    expect(await auditOf(name)).toEqual([
      { action: 'channel.change', staff_id: admin.id, reason, before, after },
    ])
  })

  it('changes a deposit’s account and rate only when a second admin confirms', async () => {
    const name = 'deposit/alipay/CNY'
    const before = await channel(name)
    const wanted = { ...before, most: '400', rate: '1.23456789', payTo: { '': alipay } }
    const proposed = await change(wanted)
    expect(proposed).toMatchObject({
      code: 200,
      data: { status: 'open', before, after: wanted, proposedBy: { id: admin.id }, ended: null },
    })
    const { id } = deskProposalSchema.parse(proposed.data)
    expect(await desk.post(`proposals/${id}/confirm`, admin, { reason })).toMatchObject({ code: 1403 })
    expect(await change({ ...wanted, rate: '2' })).toMatchObject({ code: 1409 })
    expect(await channel(name)).toEqual(before)
    const answers = await Promise.all([1, 2, 3].map(() => confirmed(proposed)))
    expect(answers.map(({ code }) => Number(code)).sort()).toEqual([1409, 1409, 200])
    const after = { ...wanted, version: before.version + 1 }
    expect(await channel(name)).toEqual(after)
    expect((await auditOf(name)).slice(1)).toMatchObject([
      { action: 'channel.propose', staff_id: admin.id, reason, before, after: wanted },
      { action: 'channel.confirm', staff_id: second.id, reason: 'Compared', before, after: wanted },
    ])
    expect((await desk.get('proposals', second)).data).toMatchObject([
      { id, status: 'confirmed', ended: { by: { id: second.id } } },
    ])
  })

  it('emails each proposal and confirmation to every active admin and to no one else', async () => {
    const gone = await desk.hire('admin')
    const finance = await desk.hire('finance')
    await db.query('update staff set disabled_at = now() where id = $1', [gone.id])
    const sent = async () =>
      (await db.query('select recipient, subject, body from caught_message order by id')).rows
    const before = (await sent()).length
    const payTo = { '': { ...alipay, account: 'new@house.example' } }
    const proposed = await change({ ...(await channel('deposit/alipay/CNY')), payTo })
    await confirmed(proposed)
    const told = (await sent()).slice(before)
    const admins = (await db.query(`select email from staff where role = 'admin' and disabled_at is null`))
      .rows
    expect(told.map(({ recipient }) => recipient).sort()).toEqual(
      [...admins, ...admins].map(({ email }) => email).sort(),
    )
    expect(told.map(({ recipient }) => recipient)).not.toContain(finance.email)
    expect(told[0]?.body).toContain('new@house.example')
    expect(told[0]?.subject).toContain('was proposed')
    expect(told.at(-1)?.subject).toContain('has changed')
  })

  it('drops a proposal that lapses after three days, is withdrawn or is overtaken by another change', async () => {
    const name = 'deposit/bank/CNY'
    const read = await channel(name)
    const bank = {
      method: 'bank',
      bankName: 'Bank',
      branchName: 'Main',
      accountNumber: '12345',
      name: 'House',
    }
    const wanted = { ...read, payTo: { '': bank } }
    const back = deskProposalSchema.parse((await change(wanted)).data)
    expect(await desk.post(`proposals/${back.id}/withdraw`, second, { reason })).toMatchObject({
      data: { status: 'withdrawn' },
    })
    expect(await desk.post(`proposals/${back.id}/confirm`, second, { reason })).toMatchObject({ code: 1409 })
    const overtaken = await change(wanted)
    expect(await change({ ...read, most: '190000' })).toMatchObject({ code: 200, data: null })
    expect(await confirmed(overtaken)).toMatchObject({ code: 1409 })
    const late = await change({ ...(await channel(name)), payTo: { '': bank } })
    await desk.clock.advance(72 * 3_600_000)
    second = { ...second, ...(await desk.signIn(second)) }
    admin = { ...admin, ...(await desk.signIn(admin)) }
    expect(await confirmed(late)).toMatchObject({ code: 1409 })
    expect((await desk.get('proposals', admin)).data[0]).toMatchObject({ status: 'lapsed', ended: null })
    expect((await channel(name)).payTo).toBeNull()
    const proposer = await desk.staff('admin')
    const disabled = await desk.post('channels', proposer, {
      ...(await channel(name)),
      payTo: { '': bank },
      reason,
    })
    await db.query('update staff set disabled_at = now() where id = $1', [proposer.id])
    expect(await confirmed(disabled)).toMatchObject({ code: 1409 })
    const { id } = deskProposalSchema.parse(disabled.data)
    await desk.post(`proposals/${id}/withdraw`, admin, { reason })
    // As it was, for the tests that follow.
    await change({ ...(await channel(name)), most: read.most })
    await expect(db.query(`update catalogue_proposal set status = 'open', ended_at = null`)).rejects.toThrow()
  })

  it('keeps two from writing over each other', async () => {
    const name = 'withdrawal/usdt/USDT'
    const read = await channel(name)
    const answers = await Promise.all(['101', '102', '103', '104'].map((least) => change({ ...read, least })))
    const won = answers.filter(({ code }) => code === 200)
    expect(won).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 1409)).toHaveLength(3)
    expect((await channel(name)).version).toBe(read.version + 1)
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
    expect(await confirmed(await change({ ...read, payTo }))).toMatchObject({ code: 200 })
    expect((await channel('deposit/usdt/USDT')).payTo).toEqual(payTo)
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
  })

  it('leaves orders as they were placed', async () => {
    const order = await orders.paid({ method: 'bank', currency: 'MYR', rate: '0.6' })
    const read = await channel('deposit/bank/MYR')
    expect(await confirmed(await change({ ...read, rate: '0.7', most: '500' }))).toMatchObject({ code: 200 })
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
    const proposed = await desk.post('currencies', admin, wanted)
    expect(proposed).toMatchObject({
      code: 200,
      data: { what: 'currency', before: { rate: '21' }, after: { rate: '21.5' } },
    })
    expect((await rates()).find(({ currencycode }) => currencycode === 'JPY')?.rate).toBe('21')
    expect(await confirmed(proposed)).toMatchObject({ code: 200, data: { status: 'confirmed' } })
    expect(await desk.post('currencies', admin, wanted)).toMatchObject({ code: 200, data: null })
    expect((await rates()).find(({ currencycode }) => currencycode === 'JPY')?.rate).toBe('21.5')
    expect(await auditOf('JPY')).toMatchObject([
      {
        action: 'currency.propose',
        staff_id: admin.id,
        reason,
        before: { rate: '21' },
        after: { rate: '21.5' },
      },
      { action: 'currency.confirm', staff_id: second.id, before: { rate: '21' }, after: { rate: '21.5' } },
    ])
    for (const [body, code] of [
      [{ ...wanted, rate: '0' }, 1001],
      [{ ...wanted, rate: '-1' }, 1001],
      [{ ...wanted, reason: '  ' }, 1001],
      [{ ...wanted, currencycode: 'XXX' }, 1404],
      [{ ...wanted, currencycode: 'not one' }, 1001],
    ] as const)
      expect(await desk.post('currencies', admin, body)).toMatchObject({ code })
    expect(await auditOf('JPY')).toHaveLength(2)
  })
})
