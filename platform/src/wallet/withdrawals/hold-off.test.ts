import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day, minute } from '../../accounts/testing.ts'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { ledgerPrint } from '../../ledger/testing.ts'
import { heldOff, refuseHeldOff } from './place-withdrawal.ts'
import {
  alipay,
  holdOffMs,
  type OpenWithdrawals,
  type Owner,
  openWithdrawals,
  paymentPassword,
} from './testing.ts'

describe('a hold-off', () => {
  const at = { since: 1_000, holdOffMs: 500 }
  it('lasts to its last millisecond', () => {
    expect(heldOff({ ...at, now: 1_499 })).toEqual({ since: 1_000, until: 1_500 })
    expect(heldOff({ ...at, now: 1_500 })).toBeNull()
    expect(heldOff({ since: 1_000, holdOffMs: 0, now: 1_000 })).toBeNull()
    expect(heldOff({ ...at, stoppedUntil: 1_600, now: 1_500 })).toEqual({ since: 1_000, until: 1_600 })
    expect(heldOff({ ...at, stoppedUntil: 1_400, now: 1_499 })).toEqual({ since: 1_000, until: 1_500 })
  })

  it('is reported for the account before the destination, in whole seconds', () => {
    const refused = { since: 1_000, until: 1_500, seconds: 1 }
    expect(
      refuseHeldOff({ securedAt: 1_000, stoppedUntil: null, savedAt: 1_200, holdOffMs: 500, now: 1_400 }),
    ).toEqual({
      refused: 1601,
      data: refused,
    })
    expect(
      refuseHeldOff({ securedAt: 900, stoppedUntil: null, savedAt: 1_000, holdOffMs: 500, now: 1_400 }),
    ).toEqual({
      refused: 1601,
      data: { ...refused, notice: 'destination-held-off' },
    })
    expect(
      refuseHeldOff({ securedAt: 900, stoppedUntil: null, savedAt: 900, holdOffMs: 500, now: 1_400 }),
    ).toBeNull()
  })
})

describeDatabase('withdrawals are held off', (open) => {
  let db: Database
  let at: OpenWithdrawals
  beforeAll(async () => {
    db = await open()
    at = await openWithdrawals(db)
  })
  afterAll(() => at.close())

  /** Expects a code and the withdrawal itself to be refused with the same, and nothing to change. */
  const expectHeldOff = async (me: Owner, destinationId: string, held: object) => {
    const before = await ledgerPrint(db)
    const asked = { destinationId, amount: '500' }
    const proofs = { key: randomUUID(), total: '495.00', paymentPassword, verificationCode: '000000' }
    expect(await me.post('withdraw/code', asked)).toMatchObject({ code: 1601, ...held })
    expect(await me.post('withdraw', { ...asked, ...proofs })).toMatchObject({ code: 1601, ...held })
    // What it would come to can be looked at in the meantime.
    expect(await me.post('withdraw/preview', asked)).toMatchObject({ code: 200, data: { total: '495.00' } })
    expect(await ledgerPrint(db)).toEqual(before)
  }

  it.each<[string, (me: Owner) => Promise<unknown>]>([
    [
      'the password',
      async (me) =>
        at.post(
          'user/codepasswordchange',
          { verificationCode: await me.ownCode(), newPassword: 'new hazel 77' },
          me,
        ),
    ],
    [
      'the payment password',
      async (me) =>
        at.post(
          'user/paypasswordchange',
          { currentPassword: paymentPassword, newPassword: 'new payment hazel 77' },
          me,
        ),
    ],
  ])('after a change of %s', async (_, change) => {
    const me = await at.owner()
    const { id } = await me.destination()
    expect((await me.get('withdraw')).data).toMatchObject({ heldOff: null })
    await at.clock.advance(minute)
    expect(await change(me)).toMatchObject({ code: 200 })
    const since = at.clock.now()
    const heldOff = { since, until: since + holdOffMs }
    await at.clock.advance(minute)
    expect((await me.get('withdraw')).data).toMatchObject({ heldOff })
    await expectHeldOff(me, id, {
      msg: 'Withdrawals are paused for a while after a security change',
      data: { ...heldOff, seconds: (holdOffMs - minute) / 1_000 },
    })
    await at.clock.advance(holdOffMs - minute)
    expect((await me.get('withdraw')).data).toMatchObject({ heldOff: null })
    expect(await me.post('withdraw/code', { destinationId: id, amount: '500' })).toMatchObject({ code: 200 })
  })

  it('after a change of a contact, as long as that can be undone', async () => {
    const me = await at.owner()
    const { id } = await me.destination()
    const email = `${randomUUID()}@home.example`
    const verificationCode = await me.ownCode(email)
    expect(await at.post('user/emailupdate', { email, verificationCode, paymentPassword }, me)).toMatchObject(
      { code: 200 },
    )
    const since = at.clock.now()
    const heldOff = { since, until: since + 3 * day }
    await at.clock.advance(holdOffMs)
    expect((await me.get('withdraw')).data).toMatchObject({ heldOff })
    await expectHeldOff(me, id, {
      msg: 'Withdrawals are paused for a while after a security change',
      data: { ...heldOff, seconds: (3 * day - holdOffMs) / 1_000 },
    })
  })

  it('to a new destination on its own', async () => {
    const me = await at.owner()
    const old = await me.destination()
    const { data } = await me.save(alipay('new@pay.example'))
    const since = at.clock.now()
    expect(data).toMatchObject({ createdAt: since, opensAt: since + holdOffMs })
    await expectHeldOff(me, data.id, {
      msg: 'This destination is too new to use. Choose another one or try again later',
      data: { since, until: since + holdOffMs, seconds: holdOffMs / 1_000 },
    })
    expect((await me.get('withdraw')).data).toMatchObject({ heldOff: null })
    await me.withdraw(await me.request(old.id, '500'))
    await at.clock.advance(holdOffMs)
    await me.withdraw(await me.request(data.id, '500'))
  })

  it('not by a code that was sent before the change', async () => {
    const me = await at.owner()
    const { id } = await me.destination()
    const body = await me.request(id, '500')
    const change = { currentPassword: paymentPassword, newPassword: 'new payment hazel 77' }
    expect(await at.post('user/paypasswordchange', change, me)).toMatchObject({ code: 200 })
    expect(await me.post('withdraw', { ...body, paymentPassword: change.newPassword })).toMatchObject({
      code: 1601,
    })
  })

  it('not at all where it is set to nothing', async () => {
    const open = await openWithdrawals(db, { holdOffMs: 0 })
    try {
      const me = await open.owner()
      const { data } = await me.save(alipay())
      expect(data.opensAt).toBe(data.createdAt)
      expect((await me.get('withdraw')).data).toMatchObject({ heldOff: null })
      await me.withdraw(await me.request(data.id, '500'))
    } finally {
      await open.close()
    }
  })
})
