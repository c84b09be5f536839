import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { day, hour, type OpenSaferPlay, openSaferPlay } from '../testing.ts'

const shorter = {
  status: 200,
  code: 1001,
  msg: 'You can extend a break but not shorten it',
  data: { field: 'days' },
}

describeDatabase('breaks', (open) => {
  let db: Database
  let at: OpenSaferPlay
  beforeAll(async () => {
    db = await open()
    at = await openSaferPlay(db)
  })
  afterAll(() => at.close())

  const someone = async () => {
    const me = await at.someone()
    const take = (kind: string, days: unknown) => me.post('/break', { kind, days })
    const pause = async () => (await me.state()).break
    return { ...me, take, pause }
  }

  it('begin at once, end on their own, and are sent to the owner', async () => {
    const me = await someone()
    const beganAt = at.clock.now()
    expect(await me.take('time-out', 1)).toMatchObject({
      code: 200,
      msg: 'Your break has started',
      data: null,
    })
    expect(await me.pause()).toEqual({ kind: 'time-out', beganAt, endsAt: beganAt + day })
    const told = (await at.inbox()).find(({ to }) => to === me.email)
    expect(told).toMatchObject({
      to: me.email,
      subject: 'Minefall: Your break has started',
      text: expect.stringContaining('You can withdraw your coins any time.'),
    })
    await at.clock.advance(day - 1)
    expect(await me.pause()).toMatchObject({ kind: 'time-out' })
    await at.clock.advance(1)
    expect(await me.pause()).toBeNull()
    expect(await at.eventsOf(me.id)).toEqual([
      { action: 'break', kind: 'time-out', days: 1, endsAt: beganAt + day },
    ])
  })

  it('can be made longer, never shorter, by no call', async () => {
    const me = await someone()
    expect(await me.take('time-out', 7)).toMatchObject({ code: 200 })
    expect(await me.take('time-out', 1)).toMatchObject(shorter)
    expect(await me.take('self-exclusion', 180)).toMatchObject({ code: 200 })
    const { endsAt } = (await me.pause()) ?? {}
    expect(await me.take('time-out', 30)).toMatchObject(shorter)
    for (const [path, body] of [
      ['/limit', { kind: 'loss', period: 'day', amount: '1000' }],
      ['/limit/cancel', { kind: 'loss', period: 'day' }],
      ['/reminder', { minutes: null }],
      ['/adult', { adult: true, residence: 'MY' }],
    ] as const)
      expect(await me.post(path, body)).toMatchObject({ code: 200 })
    expect((await me.pause())?.endsAt).toBe(endsAt)
    expect(await me.take('self-exclusion', null)).toMatchObject({ code: 200 })
    expect(await me.take('self-exclusion', 1_825)).toMatchObject(shorter)
    expect(await me.take('self-exclusion', null)).toMatchObject({ code: 200 })
    expect(await me.pause()).toMatchObject({ kind: 'self-exclusion', endsAt: null })
    const taken = (await at.eventsOf(me.id)).filter(({ action }) => action === 'break')
    expect(taken.map(({ days }) => days)).toEqual([7, 180, null])
    await expect(
      db.query('update play_break set ends_at = now() where player_id = $1', [me.id]),
    ).rejects.toThrow()
    await expect(db.query('delete from play_break where player_id = $1', [me.id])).rejects.toThrow()
    await expect(db.query('truncate play_break')).rejects.toThrow()
  })

  it('asked for again within a minute are the same one, of which the owner hears once', async () => {
    const me = await someone()
    const letters = async () =>
      (await at.inbox()).filter(({ to, subject }) => to === me.email && subject.includes('break'))
    await me.take('time-out', 1)
    const before = await me.pause()
    await at.clock.advance(59_999)
    expect(await me.take('time-out', 1)).toMatchObject({ code: 200, msg: 'Your break has started' })
    expect(await me.pause()).toEqual(before)
    expect(await letters()).toHaveLength(1)
    await at.clock.advance(1)
    expect(await me.take('time-out', 1)).toMatchObject({ code: 200 })
    expect((await me.pause())?.endsAt).toBe(at.clock.now() + day)
    expect(await letters()).toHaveLength(2)
  })

  it('end no sooner by a clock that is set back, before their beginning or after their end', async () => {
    const me = await someone()
    await me.take('time-out', 1)
    const { endsAt } = (await me.pause()) ?? {}
    await at.clock.advance(-hour)
    expect(await me.pause()).toMatchObject({ endsAt })
    // A new one from here would end sooner.
    expect(await me.take('time-out', 1)).toMatchObject(shorter)
    await at.clock.advance(hour + day)
    expect(await me.pause()).toBeNull()
    await at.clock.advance(-hour)
    expect(await me.pause()).toMatchObject({ endsAt })
    await at.clock.advance(hour)
  })

  it('are one after another when two are asked for at once: the longest holds', async () => {
    for (let nth = 0; nth < 4; nth++) {
      const me = await someone()
      const beganAt = at.clock.now()
      const [long, short] = await Promise.all([me.take('time-out', 30), me.take('time-out', 1)])
      expect(long).toMatchObject({ code: 200 })
      expect([200, 1001]).toContain(short.code)
      expect(await me.pause()).toMatchObject({ endsAt: beganAt + 30 * day })
    }
  })

  it('of another length or kind are none', async () => {
    const me = await someone()
    for (const [kind, days] of [
      ['time-out', 2],
      ['time-out', null],
      ['time-out', -1],
      ['time-out', '1'],
      ['self-exclusion', 30],
      ['holiday', 1],
      ['self-exclusion', undefined],
    ])
      expect([days, await me.take(String(kind), days)]).toMatchObject([days, { status: 200, code: 1001 }])
    expect(await me.post('/reminder', { minutes: 45 })).toMatchObject({ code: 1001 })
    expect(await me.pause()).toBeNull()
    expect(await at.call('POST', '/break', { body: { kind: 'time-out', days: 1 } })).toMatchObject({
      status: 401,
    })
    expect(await at.eventsOf(me.id)).toEqual([])
  })

  it('have reminders beside them, which are kept as they are set', async () => {
    const me = await someone()
    expect(await me.post('/reminder', { minutes: 15 })).toMatchObject({ code: 200, msg: 'Reminder updated' })
    expect((await me.state()).reminderMinutes).toBe(15)
    await me.post('/reminder', { minutes: null })
    await me.post('/reminder', { minutes: null })
    expect((await me.state()).reminderMinutes).toBeNull()
    expect(await at.eventsOf(me.id)).toEqual([
      { action: 'reminder', minutes: 15 },
      { action: 'reminder', minutes: null },
    ])
  })
})
