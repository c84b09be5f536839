import { randomUUID } from 'node:crypto'
import type { DestinationDetails } from '@minefall/shared/payments'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { ledgerPrint } from '../../ledger/testing.ts'
import { alipay, type OpenWithdrawals, type Owner, openWithdrawals, paymentPassword } from './testing.ts'

describeDatabase('a withdrawal that can’t be', (open) => {
  let db: Database
  let at: OpenWithdrawals
  beforeAll(async () => {
    db = await open()
    at = await openWithdrawals(db)
  })
  afterAll(() => at.close())

  const inRinggit = (): DestinationDetails => ({
    method: 'bank',
    currency: 'MYR',
    bankName: 'Maybank',
    branchName: 'Ipoh',
    cardNumber: '1140 1234 5678',
    realName: 'Anna Berg',
  })
  const print = async () => [await ledgerPrint(db), (await db.query('select from wallet_order')).count]

  /** What each of the three calls about it answers; none of them changes anything. */
  const answersTo = async (me: Owner, destinationId: unknown, amount: unknown, total = '1.00') => {
    const before = await print()
    const asked = { destinationId, amount }
    const proofs = { key: randomUUID(), total, paymentPassword, verificationCode: '000000' }
    const answers = [
      await me.post('withdraw/preview', asked),
      await me.post('withdraw/code', asked),
      await me.post('withdraw', { ...asked, ...proofs }),
    ]
    expect(await print()).toEqual(before)
    return answers
  }
  const thrice = <T>(answer: T): T[] => [answer, answer, answer]

  const ownerWith = async (details: DestinationDetails) => {
    const me = await at.owner()
    return { me, id: (await me.destination(details)).id }
  }

  /** Whose withdrawals are all refused. */
  let reused: { me: Owner; id: string } | undefined
  it.each<[unknown, string, object]>([
    ...['0', '-500', '+500', '1.5', '1e3', '0500', ' 500', '500 ', '', 'all', '٥٠٠', '9'.repeat(19)].map(
      (amount): [unknown, string, object] => [amount, 'Enter a whole number of coins', {}],
    ),
    ...[500, 1.5, null, undefined, ['500'], { amount: '500' }].map((amount): [unknown, string, object] => [
      amount,
      'Enter a whole number of coins',
      {},
    ]),
    ['199', 'cannot be less than 200 coins', { amount: '200' }],
    ['30001', 'cannot exceed 30000 coins', { amount: '30000' }],
    ['9'.repeat(18), 'cannot exceed 30000 coins', { amount: '30000' }],
    ['10001', 'Insufficient balance', {}],
  ])('%j: %s', async (amount, msg, values) => {
    reused ??= await ownerWith(inRinggit())
    const { me, id } = reused
    expect(await answersTo(me, id, amount)).toMatchObject(
      thrice({ code: 1001, msg, data: { field: 'amount', ...values } }),
    )
  })
  it('is one of bonus coins, trial coins or coins that are held', async () => {
    const me = await at.owner({ coins: 0n })
    const { id } = await me.destination()
    expect((await me.get('balance')).data).toMatchObject({ coin: '0', promo: '1000', trial: '1000' })
    expect((await me.get('withdraw')).data).toMatchObject({ available: '0' })
    const insufficient = { code: 1001, msg: 'Insufficient balance', data: { field: 'amount' } }
    expect(await answersTo(me, id, '500', '495.00')).toMatchObject(thrice(insufficient))

    const held = await at.owner({ coins: 600n })
    const there = await held.destination()
    await held.withdraw(await held.request(there.id, '400'))
    expect((await held.get('withdraw')).data).toMatchObject({ available: '200' })
    expect(await answersTo(held, there.id, '201', '198.00')).toMatchObject(thrice(insufficient))
  })

  it('is one whose price has changed, whose fee eats all of it, or whose method is closed', async () => {
    const { me, id } = await ownerWith(inRinggit())
    const body = await me.request(id, '500')
    expect(body.total).toBe('295.20')
    const channel = async (values: string) =>
      db.query(`update payment_channel set ${values} where direction = 'withdrawal' and currency = 'MYR'`)
    const before = await print()
    await channel('rate = 0.7')
    expect(await me.post('withdraw', body)).toMatchObject({
      code: 1602,
      msg: 'The rate or fee has changed. Please check it again',
    })
    await channel('rate = 0.6, fee_bps = 10000')
    expect(await answersTo(me, id, '500')).toMatchObject(
      thrice({ code: 1001, msg: 'Calculation failed please try again', data: { field: 'amount' } }),
    )
    await channel('fee_bps = 50, rate = 9999999999, most = 100000000')
    expect(await answersTo(me, id, '100000000')).toMatchObject(
      thrice({ code: 1001, msg: 'Calculation failed please try again', data: { field: 'amount' } }),
    )
    await channel('rate = 0.6, most = 30000, is_open = false')
    expect(await answersTo(me, id, '500')).toMatchObject(
      thrice({ code: 1604, msg: 'This method isn’t available right now' }),
    )
    await channel('is_open = true')
    expect(await print()).toEqual(before)
    await me.withdraw(body)
  })

  it('is one to a stranger’s destination, which is like one that there is not, or that was removed', async () => {
    const [me, other] = [await at.owner(), await at.owner()]
    const theirs = await other.destination()
    const removed = await me.destination()
    await me.post(`destinations/${removed.id}/remove`)
    const unknown = await answersTo(me, randomUUID(), '500')
    expect(unknown).toMatchObject(thrice({ status: 200, code: 1404, data: null }))
    expect(await answersTo(me, theirs.id, '500')).toEqual(unknown)
    expect(await answersTo(me, removed.id, '500')).toEqual(unknown)
    expect(await answersTo(me, 'x', '500')).toMatchObject(
      thrice({ code: 1001, data: { field: 'destinationId' } }),
    )
  })

  it('is one without a payment password, by a wrong one, or by a locked one', async () => {
    const { me, id } = await ownerWith(alipay())
    const body = await me.request(id, '500')
    const before = await print()
    const post = (given: object) => me.post('withdraw', { ...body, ...given })
    for (let n = 0; n < 5; n++)
      expect(await post({ paymentPassword: `guess ${n}` })).toMatchObject({ code: 1102 })
    expect(await post({})).toMatchObject({ code: 1105, data: { seconds: 86_400 } })
    expect(await post({ paymentPassword: '' })).toMatchObject({ code: 1001, msg: 'Please enter password' })
    expect(await post({ verificationCode: '12345' })).toMatchObject({
      code: 1001,
      msg: 'Verification code must be 6 digits',
    })
    await db.query(
      'update login_account set payment_hash = null, payment_key_id = null where player_id = $1',
      [me.id],
    )
    const unset = { code: 1107, msg: 'Set a payment password first' }
    expect(await post({})).toMatchObject(unset)
    expect(await me.post('withdraw/code', { destinationId: id, amount: '500' })).toMatchObject(unset)
    expect((await me.get('withdraw')).data).toMatchObject({ hasPaymentPassword: false })
    expect(await print()).toEqual(before)
  })

  it('is one of someone who is not signed in', async () => {
    const before = await print()
    const asked = { destinationId: randomUUID(), amount: '500' }
    const proofs = { key: randomUUID(), total: '1.00', paymentPassword, verificationCode: '000000' }
    const calls: [string, object?][] = [
      ['withdraw'],
      ['destinations'],
      ['withdraw/preview', asked],
      ['withdraw/code', asked],
      ['withdraw', { ...asked, ...proofs }],
      ['destinations', { details: alipay(), paymentPassword }],
      [`destinations/${randomUUID()}/remove`, {}],
    ]
    for (const [path, body] of calls)
      expect(await at.call(body ? 'POST' : 'GET', path, undefined, body)).toMatchObject({
        status: 401,
        code: 1401,
      })
    expect(await print()).toEqual(before)
  })
})
