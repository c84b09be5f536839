import { randomUUID } from 'node:crypto'
import { orderDetailSchema, withdrawStateSchema } from '@minefall/shared/contracts/rest'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { minute, otherCode } from '../../accounts/testing.ts'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { balanceOf, checkLedger } from '../../ledger/index.ts'
import { ledgerPrint } from '../../ledger/testing.ts'
import { settleExamples } from '../channels/example-accounts.ts'
import { placeDeposit } from '../deposits/place-deposit.ts'
import { readOrder } from '../orders/order-row.ts'
import { completeWithdrawal, rejectWithdrawal } from '../orders/settle-order.ts'
import { placeWithdrawal } from './place-withdrawal.ts'
import { alipay, type OpenWithdrawals, openWithdrawals, paymentPassword } from './testing.ts'

describeDatabase('a withdrawal', (open) => {
  let db: Database
  let at: OpenWithdrawals
  beforeAll(async () => {
    db = await open()
    at = await openWithdrawals(db)
  })
  afterAll(() => at.close())

  const staff = { kind: 'staff', id: randomUUID() } as const
  const orders = async (playerId: string) =>
    (await db.query('select id from wallet_order where player_id = $1', [playerId])).count
  /** Expects calls to change neither the ledger nor the orders. */
  const unchangedBy = async (playerId: string, work: () => Promise<unknown>) => {
    const before = [await ledgerPrint(db), await orders(playerId)]
    await work()
    expect([await ledgerPrint(db), await orders(playerId)]).toEqual(before)
  }

  it('is asked for with what its page shows, holds the coins, and is paid out or given back', async () => {
    const me = await at.owner()
    const destination = await me.destination()
    const state = withdrawStateSchema.parse((await me.get('withdraw')).data)
    expect(state).toEqual({
      available: '10000',
      hasPaymentPassword: true,
      heldOff: null,
      codeTo: expect.stringMatching(/^w•••.@home\.example$/),
      destinations: [destination],
    })
    const asked = { destinationId: destination.id, amount: '500' }
    expect((await me.post('withdraw/preview', asked)).data).toEqual({
      amount: '500',
      rate: '1',
      currency: { code: 'CNY', name: 'Chinese yuan', symbol: '¥', decimals: 2 },
      feeCoins: '5',
      total: '495.00',
      destination: 'anna@pay.example',
    })
    await at.clock.advance(minute)
    expect(await me.post('withdraw/code', asked)).toMatchObject({
      code: 200,
      msg: 'Verification code sent',
      data: { seconds: 60, codeTo: state.codeTo },
    })
    const [message] = await at.inbox()
    expect(message?.text).toMatch(
      /^\d{6} confirms your withdrawal of 500 Minefall coins to an…@pay\.example\. /,
    )
    const verificationCode = await at.codeTo(me.email)
    const key = randomUUID()
    const answer = await me.post('withdraw', {
      ...asked,
      key,
      total: '495.00',
      paymentPassword,
      verificationCode,
    })
    expect(answer).toMatchObject({ code: 200, msg: 'Withdrawal requested' })
    const order = orderDetailSchema.parse(answer.data)
    expect(order).toMatchObject({
      kind: 'withdrawal',
      number: expect.stringMatching(/^W\d{5}-\d{4}$/),
      status: 'pending',
      method: 'alipay',
      amount: '500',
      feeCoins: '5',
      rate: '1',
      fiat: '495.00',
      fee: '0.00',
      total: '495.00',
      createdAt: at.clock.now(),
      expiresAt: null,
      endedAt: null,
      destination: 'an…@pay.example',
      steps: [{ status: 'pending', at: at.clock.now() }],
      payTo: null,
      proofs: [],
      checkout: null,
    })
    expect(await balanceOf(db, me.id)).toMatchObject({ coin: '9500', held: { coin: '500' } })
    expect((await at.inbox())[0]).toMatchObject({
      to: me.email,
      subject: `Minefall: Withdrawal ${order.number} requested`,
      text: expect.stringContaining('You requested a withdrawal of 500 coins to an…@pay.example.'),
    })

    const back = await me.withdraw(await me.request(destination.id, '300'))
    const [first, second] = [await readOrder(db, order.id), await readOrder(db, back.id)]
    if (!first || !second) return expect.fail('not placed')
    const by = { by: staff, at: at.clock.now() }
    await db.transaction((tx) => completeWithdrawal(tx, first, { ...by, reference: randomUUID() }))
    const reason = { code: 'refused', text: 'No' } as const
    await db.transaction((tx) => rejectWithdrawal(tx, second, { ...by, reason }))
    expect(await balanceOf(db, me.id)).toMatchObject({ coin: '9500', held: { coin: '0' } })
    expect(await checkLedger(db)).toEqual({ clean: true, findings: [] })
  })

  it('is placed once by 50 equal posts at once, which all get its answer', async () => {
    const me = await at.owner()
    const destination = await me.destination()
    const body = await me.request(destination.id, '500')
    const told: unknown[] = []
    const stop = at.bus.subscribe('player.order', me.id, (event) => void told.push(event))
    const answers = await Promise.all(Array.from({ length: 50 }, () => me.post('withdraw', body)))
    stop()
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ code: 200, data: { status: 'pending', amount: '500' } })
    expect(await orders(me.id)).toBe(1)
    expect(await balanceOf(db, me.id)).toMatchObject({ coin: '9500', held: { coin: '500' } })
    expect(told).toHaveLength(1)
    const { rows } = await db.query(
      'select payment_failures, payment_locked_until from login_account where player_id = $1',
      [me.id],
    )
    expect(rows).toEqual([{ payment_failures: 0, payment_locked_until: null }])
    const mails = (await at.inbox()).filter(({ to, subject }) => to === me.email && /requested/.test(subject))
    expect(mails).toHaveLength(1)
    // Days later, too; and another request with its key is none.
    expect(await me.post('withdraw', body)).toEqual(answers[0])
    await unchangedBy(me.id, async () => {
      const other = await me.post('withdraw', { ...body, amount: '501' })
      expect(other).toMatchObject({ code: 1409 })
    })
  })

  it('is placed once where several processes take the same request', async () => {
    const me = await at.owner()
    const destination = await me.destination()
    const { verificationCode: code, ...body } = await me.request(destination.id, '6000')
    const asked = { ...body, code, playerId: me.id }
    const placed = await Promise.all(Array.from({ length: 4 }, () => placeWithdrawal(at.world, asked)))
    expect(new Set(placed.map((one) => ('id' in one ? one.id : JSON.stringify(one)))).size).toBe(1)
    expect(placed[0]).toMatchObject({ status: 'pending' })
    expect(await balanceOf(db, me.id)).toMatchObject({ coin: '4000', held: { coin: '6000' } })
  })

  it('is refused where a deposit has its key, also one of the same instant', async () => {
    await settleExamples(db, at.world.settings)
    const me = await at.owner()
    const destination = await me.destination()
    for (let round = 0; round < 4; round++) {
      const request = await me.request(destination.id, '500')
      const { key } = request
      const asked = { method: 'alipay', currency: 'CNY', amount: '1000', total: '1012.00', key } as const
      const withdraw = () =>
        placeWithdrawal(at.world, { ...request, code: request.verificationCode, playerId: me.id })
      const deposit = () => placeDeposit(at.world, me.id, { ...asked, accepted: at.world.terms })
      const answers = await Promise.all(round % 2 === 0 ? [withdraw(), deposit()] : [deposit(), withdraw()])
      expect(answers.filter((answer) => 'refused' in answer)).toEqual([{ refused: 1409 }])
      const [winner] = answers.filter((answer) => 'number' in answer)
      expect(await Promise.all([withdraw(), deposit()])).toContainEqual(winner)
      const { count } = await db.query('select from wallet_order where request_key = $1', [key])
      expect(count).toBe(1)
    }
    expect(await checkLedger(db)).toEqual({ clean: true, findings: [] })
  })

  it('takes no coins that another one has taken in the meantime', async () => {
    const me = await at.owner({ coins: 800n })
    const destination = await me.destination()
    const both = [await me.request(destination.id, '500'), await me.request(destination.id, '400')]
    const placed = await Promise.all(
      both.map(({ verificationCode: code, ...body }) =>
        placeWithdrawal(at.world, { ...body, code, playerId: me.id }),
      ),
    )
    const refused = { refused: 1001, data: { field: 'amount', notice: 'balance-insufficient' } }
    expect(placed.filter((one) => 'refused' in one)).toEqual([refused])
    expect(await orders(me.id)).toBe(1)
    const { coin, held } = await balanceOf(db, me.id)
    expect(BigInt(coin) + BigInt(held.coin)).toBe(800n)
    expect(['500', '400']).toContain(held.coin)
  })

  it('goes out by a code for its own amount and destination alone', async () => {
    const me = await at.owner()
    const [here, there] = [await me.destination(), await me.destination(alipay('ben@pay.example'))]
    const body = await me.request(here.id, '500')
    const wrong = { code: 1203, msg: 'The verification code is wrong or has expired' }
    const post = (given: object) => me.post('withdraw', { ...body, key: randomUUID(), ...given })
    await unchangedBy(me.id, async () => {
      // 501 coins pay out as much, since the fee is rounded up.
      expect(await post({ amount: '501' })).toMatchObject(wrong)
      expect(await post({ destinationId: there.id })).toMatchObject(wrong)
      await at.clock.advance(minute)
      expect(await post({ verificationCode: await me.ownCode() })).toMatchObject(wrong)
    })
    const change = { newPassword: 'another hazel 3', verificationCode: body.verificationCode }
    expect(await at.post('user/codepasswordchange', change, me)).toMatchObject({ code: 1203 })
    await me.withdraw(body)
    await unchangedBy(me.id, async () => {
      expect(await post({})).toMatchObject(wrong)
    })
  })

  it('goes out by a code of five minutes and five tries, which count though nothing is placed', async () => {
    const me = await at.owner()
    const destination = await me.destination()
    const guessed = await me.request(destination.id, '500')
    const post = (body: object) => me.post('withdraw', { ...body, key: randomUUID() })
    await unchangedBy(me.id, async () => {
      const guesses = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          post({ ...guessed, verificationCode: otherCode(guessed.verificationCode, n + 1) }),
        ),
      )
      expect(guesses.map(({ code }) => code)).toEqual(Array.from({ length: 8 }, () => 1203))
      const { rows } = await db.query(
        `select tries from one_time_code o join contact c using (kind, value)
         where c.player_id = $1 and purpose = 'withdrawal'`,
        [me.id],
      )
      expect(rows).toEqual([{ tries: 5 }])
      expect(await post(guessed)).toMatchObject({ code: 1203 })
      const late = await me.request(destination.id, '500')
      await at.clock.advance(5 * minute)
      expect(await post(late)).toMatchObject({ code: 1203 })
    })
    const intime = await me.request(destination.id, '500')
    await at.clock.advance(5 * minute - 1)
    await me.withdraw(intime)
  })

  it('keeps where it goes when the destination is taken off the list', async () => {
    const me = await at.owner()
    const destination = await me.destination()
    const order = await me.withdraw(await me.request(destination.id, '500'))
    expect(await me.post(`destinations/${destination.id}/remove`)).toMatchObject({ code: 200, data: null })
    const row = (await readOrder(db, order.id)) ?? expect.fail('not placed')
    expect(row.destination).toEqual(alipay())
    const by = { by: staff, at: at.clock.now(), reference: randomUUID() }
    expect(await db.transaction((tx) => completeWithdrawal(tx, row, by))).toMatchObject({
      status: 'completed',
    })
  })

  it('goes through for who excluded themselves from play permanently', async () => {
    const me = await at.owner()
    const destination = await me.destination()
    await db.query(
      `insert into play_break (id, player_id, kind, began_at) values ($1, $1, 'self-exclusion', $2)`,
      [me.id, new Date(at.clock.now())],
    )
    const { id } = await me.withdraw(await me.request(destination.id, '1000'))
    const order = await readOrder(db, id)
    if (!order) throw new Error('there is no order')
    const done = { by: staff, at: at.clock.now(), reference: randomUUID() }
    await db.transaction((tx) => completeWithdrawal(tx, order, done))
    expect((await balanceOf(db, me.id)).coin).toBe('9000')
    expect((await checkLedger(db)).findings).toEqual([])
  })
})
