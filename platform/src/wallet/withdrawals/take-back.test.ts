import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { day, holdNext, minute } from '../../accounts/testing.ts'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { balanceOf } from '../../ledger/index.ts'
import { moveOrder } from '../orders/move-order.ts'
import { placeTestOrder } from '../orders/testing.ts'
import { takeBackWithdrawals } from './take-back.ts'
import { alipay, holdOffMs, type OpenWithdrawals, openWithdrawals, paymentPassword } from './testing.ts'

describeDatabase('a change of a contact that is undone', (open) => {
  let db: Database
  let at: OpenWithdrawals
  beforeAll(async () => {
    db = await open()
    at = await openWithdrawals(db)
    at.world.accounts.onUndo(takeBackWithdrawals(at.world))
  })
  afterAll(() => at.close())

  /** As a program of the version before takes one that soon after a change. */
  const placeSince = async (playerId: string, amount: bigint) => {
    const order = await placeTestOrder(db, 'withdrawal', { playerId, amount, at: at.clock.now() })
    return order?.id
  }

  it('takes back what was to be paid out since, closes new destinations, and stops withdrawals for 72 hours', async () => {
    const me = await at.owner()
    const own = await me.destination()
    const earlier = await me.withdraw(await me.request(own.id, '500'))
    await at.clock.advance(minute)
    const email = `${randomUUID()}@home.example`
    const verificationCode = await me.ownCode(email)
    const update = { email, verificationCode, paymentPassword }
    expect(await at.post('user/emailupdate', update, me)).toMatchObject({ code: 200 })

    // With the payment password, and patience: a destination. A withdrawal waits until the change stands.
    await at.clock.advance(holdOffMs)
    await me.save(alipay('thief@pay.example'))
    expect(await me.post('withdraw/code', { destinationId: own.id, amount: '3000' })).toMatchObject({
      code: 1601,
    })
    const stolen = await placeSince(me.id, 3_000n)
    expect(await balanceOf(db, me.id)).toMatchObject({ coin: '6500', held: { coin: '3500' } })

    await at.undoChange(me.email)
    expect(await balanceOf(db, me.id)).toMatchObject({ coin: '9500', held: { coin: '500' } })

    const { rows } = await db.query(
      'select status, reason from wallet_order where id = any($1) order by id',
      [[earlier.id, stolen]],
    )
    expect(rows).toEqual([
      { status: 'pending', reason: null },
      { status: 'rejected', reason: 'refused' },
    ])

    await db.query('delete from counted')
    const { token: again } = await at.signIn(me.email)
    const since = at.clock.now()
    expect((await at.call('GET', 'withdraw', again)).data).toMatchObject({
      heldOff: { since, until: since + 3 * day },
      destinations: [{ id: own.id }],
      hasPaymentPassword: false,
    })
  })

  it('leaves to staff what one of them has approved or started to pay: it may be paid out already', async () => {
    const me = await at.owner()
    const email = `${randomUUID()}@home.example`
    const verificationCode = await me.ownCode(email)
    const update = { email, verificationCode, paymentPassword }
    expect(await at.post('user/emailupdate', update, me)).toMatchObject({ code: 200 })
    await at.clock.advance(holdOffMs)
    const [approved, other] = [await placeSince(me.id, 3_000n), await placeSince(me.id, 500n)]
    const started = await placeTestOrder(db, 'withdrawal', {
      playerId: me.id,
      amount: 200n,
      at: at.clock.now(),
    })
    if (!started) return expect.fail('not placed')
    const staffId = randomUUID()
    await db.query(
      `insert into staff (id, email, name, role, password_hash, totp_key_id, totp_sealed, created_at)
       values ($1::uuid, $1::text || '@house.example', 'Fin', 'finance', '', '', '', now())`,
      [staffId],
    )
    await db.query(
      `insert into wallet_order_approval (order_id, staff_id, reference, at, alone) values ($1, $2, 'PAID-1', now(), false)`,
      [approved, staffId],
    )

    await moveOrder(db, started, { to: 'pending', by: { kind: 'staff', id: staffId }, at: at.clock.now() })

    await at.undoChange(me.email)
    const { rows } = await db.query('select id, status from wallet_order where id = any($1)', [
      [approved, other, started.id],
    ])
    expect(rows).toEqual(
      expect.arrayContaining([
        { id: approved, status: 'pending' },
        { id: other, status: 'rejected' },
        { id: started.id, status: 'pending' },
      ]),
    )
    expect(await balanceOf(db, me.id)).toMatchObject({ coin: '6800', held: { coin: '3200' } })
  })

  it('lets no destination be saved that a session asked for before it ended', async () => {
    const me = await at.owner()
    const email = `${randomUUID()}@home.example`
    const verificationCode = await me.ownCode(email)
    const update = { email, verificationCode, paymentPassword }
    expect(await at.post('user/emailupdate', update, me)).toMatchObject({ code: 200 })
    const { reached, goOn } = holdNext(at.accounts.hasher, 'verify')
    const overtaken = me.save(alipay('thief@pay.example'))
    await reached
    await at.undoChange(me.email)
    goOn()
    expect(await overtaken).toMatchObject({ code: 1501 })
    const saved = await db.query('select from payout_destination where player_id = $1', [me.id])
    expect(saved.count).toBe(0)
  })
})
