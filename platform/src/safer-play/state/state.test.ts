import { playStateSchema } from '@minefall/shared/contracts/rest'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { day, type OpenSaferPlay, openSaferPlay } from '../testing.ts'

describeDatabase('how an account may play', (open) => {
  let db: Database
  let at: OpenSaferPlay
  beforeAll(async () => {
    db = await open()
    at = await openSaferPlay(db)
  })
  afterAll(() => at.close())

  it('hears of one that set nothing and played nothing', async () => {
    const me = await at.someone()
    const { code, data } = await me.get()
    const state = playStateSchema.parse(data)
    expect(code).toBe(200)
    expect(state).toMatchObject({
      at: at.clock.now(),
      adultAt: null,
      residence: null,
      barred: false,
      break: null,
      limitRaiseMs: day,
      reminderMinutes: 60,
      today: { seconds: 0, coin: { matches: 0, staked: '0', returned: '0', net: '0' } },
    })
    expect(state.limits.map(({ kind, period }) => `${kind} ${period}`)).toEqual([
      'deposit day',
      'deposit week',
      'deposit month',
      'loss day',
      'loss week',
      'loss month',
    ])
    for (const limit of state.limits) expect(limit).toMatchObject({ amount: null, used: '0', pending: null })
  })

  it('says when each period ends: at midnight, on Monday, on the first, UTC', async () => {
    const me = await at.someone()
    const { limits } = playStateSchema.parse((await me.get()).data)
    const now = new Date(at.clock.now())
    const [year, month, date] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
    const monday = date + 7 - ((now.getUTCDay() + 6) % 7)
    const ends = [
      Date.UTC(year, month, date + 1),
      Date.UTC(year, month, monday),
      Date.UTC(year, month + 1, 1),
    ]
    expect(limits.map(({ endsAt }) => endsAt)).toEqual([...ends, ...ends])
  })

  it('is for signed-in accounts', async () => {
    expect(await at.call('GET', '', {})).toMatchObject({ status: 401, code: 1401 })
  })

  it('has nothing about coins that were played on another day', async () => {
    const me = await at.someone()
    const today = new Date(at.clock.now()).toISOString().slice(0, 10)
    for (const [day, asset, staked] of [
      [today, 'coin', 300],
      [today, 'promo', 50],
      [today, 'trial', 700],
      ['2020-01-01', 'coin', 9],
    ])
      await db.query(
        `insert into play_day (player_id, day, asset, matches, staked, returned, seconds) values ($1, $2, $3, 2, $4, 100, 60)`,
        [me.id, day, asset, staked],
      )
    const { today: played, limits } = playStateSchema.parse((await me.get()).data)
    expect(played).toEqual({
      seconds: 180,
      coin: { matches: 2, staked: '300', returned: '100', net: '-200' },
      promo: { matches: 2, staked: '50', returned: '100', net: '50' },
    })
    expect(limits.map(({ used }) => used)).toEqual(['0', '0', '0', '200', '200', '200'])
  })
})
