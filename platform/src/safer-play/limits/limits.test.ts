import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { day, hour, type OpenSaferPlay, openSaferPlay } from '../testing.ts'

const name = { kind: 'deposit', period: 'week' }

describeDatabase('limits', (open) => {
  let db: Database
  let at: OpenSaferPlay
  beforeAll(async () => {
    db = await open()
    at = await openSaferPlay(db)
  })
  afterAll(() => at.close())

  const someone = async () => {
    const { id, post, state } = await at.someone()
    const set = (amount: unknown) => post('/limit', { ...name, amount })
    const confirm = () => post('/limit/confirm', name)
    const cancel = () => post('/limit/cancel', name)
    const limit = async () => {
      const { limits } = await state()
      const found = limits.find(({ kind, period }) => kind === name.kind && period === name.period)
      return { amount: found?.amount, pending: found?.pending?.amount }
    }
    return { id, post, state, set, confirm, cancel, limit }
  }

  it('are set at once where there was none, or lower', async () => {
    const me = await someone()
    expect(await me.set('500')).toMatchObject({ status: 200, code: 200, msg: 'Limit updated', data: null })
    expect(await me.limit()).toEqual({ amount: '500', pending: undefined })
    expect(await me.set('200')).toMatchObject({ code: 200, msg: 'Limit updated' })
    expect(await me.set('0')).toMatchObject({ code: 200, msg: 'Limit updated' })
    expect(await me.limit()).toEqual({ amount: '0', pending: undefined })
    expect((await me.state()).limits.filter(({ amount }) => amount !== null)).toHaveLength(1)
    expect(await at.eventsOf(me.id)).toEqual(
      ['500', '200', '0'].map((amount) => ({ action: 'limit-set', ...name, amount })),
    )
  })

  it.each(['600', null])('of %s in place of a lower one wait, and are confirmed', async (higher) => {
    const me = await someone()
    await me.set('500')
    const askedAt = at.clock.now()
    expect(await me.set(higher)).toMatchObject({
      code: 200,
      msg: 'Request received. Confirm it after the waiting period',
    })
    const dueAt = askedAt + day
    const { limits } = await me.state()
    expect(limits.find(({ amount }) => amount !== null)).toMatchObject({
      amount: '500',
      pending: { amount: higher, askedAt, dueAt, lapsesAt: dueAt + 7 * day },
    })
    await at.clock.advance(day - 1)
    expect(await me.confirm()).toMatchObject({
      code: 1706,
      msg: 'You can confirm a higher limit after its waiting period',
      data: { dueAt },
    })
    expect(await me.limit()).toEqual({ amount: '500', pending: higher })
    await at.clock.advance(1)
    // Being due changes nothing.
    expect(await me.limit()).toEqual({ amount: '500', pending: higher })
    expect(await me.confirm()).toMatchObject({ code: 200, msg: 'Limit updated' })
    expect(await me.limit()).toEqual({ amount: higher, pending: undefined })
    expect(await me.confirm()).toMatchObject({
      code: 1404,
      msg: 'There’s no request to confirm. Request the higher limit again',
      data: { notice: 'limit-not-asked' },
    })
  })

  it('wait their whole time again for another amount, and no longer for the same', async () => {
    const me = await someone()
    await me.set('500')
    await me.set('600')
    await at.clock.advance(day / 2)
    await me.set('600')
    await at.clock.advance(day / 2)
    expect(await me.confirm()).toMatchObject({ code: 200 })
    await me.set('700')
    await at.clock.advance(day / 2)
    await me.set('701')
    await at.clock.advance(day / 2)
    expect(await me.confirm()).toMatchObject({ code: 1706 })
    await at.clock.advance(day / 2)
    expect(await me.confirm()).toMatchObject({ code: 200 })
    expect(await me.limit()).toEqual({ amount: '701', pending: undefined })
  })

  it('are not raised by a clock that was moved on and back', async () => {
    const me = await someone()
    await me.set('500')
    await me.set('600')
    await at.clock.advance(3 * day)
    expect(await me.limit()).toEqual({ amount: '500', pending: '600' })
    await at.clock.advance(-3 * day)
    expect(await me.confirm()).toMatchObject({ code: 1706 })
    await at.clock.advance(-hour)
    expect(await me.confirm()).toMatchObject({ code: 1706 })
    expect(await me.limit()).toEqual({ amount: '500', pending: '600' })
    await at.clock.advance(hour)
  })

  it('are raised once by 20 confirmations at the same time', async () => {
    const me = await someone()
    await me.set('500')
    await me.set('600')
    await at.clock.advance(day)
    const answers = await Promise.all(Array.from({ length: 20 }, me.confirm))
    const [first, ...others] = answers.map(({ code }) => code).sort((a, b) => a - b)
    expect([first, new Set(others)]).toEqual([200, new Set([1404])])
    expect(await me.limit()).toEqual({ amount: '600', pending: undefined })
    const raised = (await at.eventsOf(me.id)).filter(({ action }) => action === 'limit-raised')
    expect(raised).toEqual([{ action: 'limit-raised', ...name, amount: '600' }])
  })

  it('lose what was asked for when they are lowered or set again in the meantime', async () => {
    const me = await someone()
    await me.set('500')
    for (const amount of ['500', '400']) {
      await me.set('600')
      expect(await me.set(amount)).toMatchObject({ code: 200, msg: 'Limit updated' })
      await at.clock.advance(day)
      expect(await me.confirm()).toMatchObject({ code: 1404 })
      expect(await me.limit()).toEqual({ amount, pending: undefined })
    }
  })

  it('are one or the other when a confirmation and a lower one come at the same time', async () => {
    for (let nth = 0; nth < 3; nth++) {
      const me = await someone()
      await me.set('500')
      await me.set('600')
      await at.clock.advance(day)
      const [confirmed, lowered] = await Promise.all([me.confirm(), me.set('300')])
      expect([200, 1404]).toContain(confirmed.code)
      expect(lowered).toMatchObject({ code: 200, msg: 'Limit updated' })
      expect(await me.limit()).toEqual({ amount: '300', pending: undefined })
    }
  })

  it('lose what was asked for when it is canceled, or not confirmed in a week', async () => {
    const me = await someone()
    await me.set('500')
    await me.set('600')
    expect(await me.cancel()).toMatchObject({ code: 200, data: null })
    expect(await me.cancel()).toMatchObject({ code: 200, data: null })
    await at.clock.advance(day)
    expect(await me.confirm()).toMatchObject({ code: 1404 })
    await me.set('600')
    await at.clock.advance(8 * day)
    expect(await me.limit()).toEqual({ amount: '500', pending: undefined })
    expect(await me.confirm()).toMatchObject({ code: 1404 })
    // What lapsed is asked for again, with its whole waiting time.
    await me.set('600')
    expect(await me.confirm()).toMatchObject({ code: 1706 })
    const canceled = (await at.eventsOf(me.id)).filter(({ action }) => action === 'limit-cancelled')
    expect(canceled).toEqual([{ action: 'limit-cancelled', ...name }])
  })

  it('of amounts that are none are refused, and change nothing', async () => {
    const me = await someone()
    for (const amount of ['-1', '1.5', '1e3', '0100', '', ' 1', 100, '9'.repeat(16), undefined, {}])
      expect([amount, await me.set(amount)]).toMatchObject([
        amount,
        {
          status: 200,
          code: 1001,
          msg: 'Enter a whole number of coins as the limit',
          data: { field: 'amount' },
        },
      ])
    for (const wrong of [{ kind: 'time' }, { period: 'year' }, { more: 1 }])
      for (const path of ['', '/confirm', '/cancel']) {
        const body = { ...name, ...(path === '' ? { amount: '1' } : {}), ...wrong }
        expect(await me.post(`/limit${path}`, body)).toMatchObject({ status: 200, code: 1001 })
      }
    expect(await at.eventsOf(me.id)).toEqual([])
  })

  it('are for signed-in accounts', async () => {
    for (const path of ['/limit', '/limit/confirm', '/limit/cancel']) {
      const body = { ...name, ...(path === '/limit' ? { amount: '1' } : {}) }
      expect(await at.call('POST', path, { body })).toMatchObject({ status: 401, code: 1401 })
    }
  })
})
