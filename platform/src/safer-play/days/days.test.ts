import { randomUUID } from 'node:crypto'
import { playDaysSchema } from '@minefall/shared/contracts/rest'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { fund } from '../../ledger/testing-fund.ts'
import {
  completeDeposit,
  completeWithdrawal,
  failDeposit,
  moveOrder,
  rejectWithdrawal,
} from '../../wallet/index.ts'
import { placeTestOrder } from '../../wallet/orders/testing.ts'
import { type OpenSaferPlay, openSaferPlay } from '../testing.ts'
import { daysCsv } from './days-csv.ts'

const nothing = {
  seconds: 0,
  matches: 0,
  staked: '0',
  returned: '0',
  net: '0',
  deposited: '0',
  withdrawn: '0',
  gifts: '0',
  promoNet: '0',
}
const header = 'day,seconds played,matches,staked,returned,net,deposited,withdrawn,gifts,bonus coins net'

describeDatabase('money and time by day', (open) => {
  let db: Database
  let at: OpenSaferPlay
  beforeAll(async () => {
    db = await open()
    at = await openSaferPlay(db)
  })
  afterAll(() => at.close())

  const play = (playerId: string, day: string, asset: string, counted: readonly number[]) =>
    db.query(
      `insert into play_day (player_id, day, asset, matches, staked, returned, seconds) values ($1, $2, $3, $4, $5, $6, $7)`,
      [playerId, day, asset, ...counted],
    )
  const daysOf = async (me: { get(path: string): Promise<{ data: unknown }> }, query = '') =>
    playDaysSchema.parse((await me.get(`/days${query}`)).data)

  it('have all of it on the day it belongs to, and leave out days on which nothing was', async () => {
    const me = await at.someone()
    // What a new account is given.
    expect((await daysOf(me)).items).toEqual([{ ...nothing, day: expect.any(String), gifts: '1000' }])
    await play(me.id, '2019-03-01', 'coin', [3, 300, 450, 90])
    await play(me.id, '2019-03-01', 'promo', [1, 100, 0, 30])
    await play(me.id, '2019-03-01', 'trial', [2, 200, 900, 60])
    await play(me.id, '2019-02-27', 'coin', [1, 100, 0, 45])
    await fund(db, me.id, 'promo', 77n)
    const { items, next } = await daysOf(me)
    expect(next).toBeNull()
    expect(
      items.filter(({ gifts }) => gifts !== '0').reduce((sum, { gifts }) => sum + Number(gifts), 0),
    ).toBe(1_077)
    expect(items.slice(-2)).toEqual([
      {
        ...nothing,
        day: '2019-03-01',
        seconds: 180,
        matches: 6,
        staked: '300',
        returned: '450',
        net: '150',
        promoNet: '-100',
      },
      { ...nothing, day: '2019-02-27', seconds: 45, matches: 1, staked: '100', net: '-100' },
    ])
  })

  it('have deposits and withdrawals on the day they were completed, and none that were not', async () => {
    const me = await at.someone()
    await fund(db, me.id, 'coin', 10_000n)
    const by = { kind: 'staff', id: 'someone' } as const
    const endedAt = Date.UTC(2019, 4, 2, 1)
    const reason = { code: 'refused', text: null } as const
    const place = async (kind: 'deposit' | 'withdrawal', amount: bigint) => {
      const given = { playerId: me.id, amount, at: Date.UTC(2019, 4, 1, 23) }
      const order = await placeTestOrder(db, kind, given)
      if (!order) throw new Error('the order was placed before')
      if (kind === 'withdrawal') return order
      const paid = await moveOrder(db, order, { to: 'paid', by, at: endedAt })
      return moveOrder(db, paid, { to: 'reviewing', by, at: endedAt })
    }
    await completeDeposit(db, await place('deposit', 1_000n), { by, at: endedAt, reference: randomUUID() })
    await completeDeposit(db, await place('deposit', 500n), { by, at: endedAt, reference: randomUUID() })
    await completeWithdrawal(db, await place('withdrawal', 700n), {
      by,
      at: endedAt,
      reference: randomUUID(),
    })
    await failDeposit(db, await place('deposit', 20n), { by, at: endedAt, reason })
    await rejectWithdrawal(db, await place('withdrawal', 30n), { by, at: endedAt, reason })
    await place('deposit', 40n)
    await place('withdrawal', 50n)
    const { items } = await daysOf(me)
    expect(items.filter(({ gifts }) => gifts === '0')).toEqual([
      { ...nothing, day: '2019-05-02', deposited: '1500', withdrawn: '700' },
    ])
  })

  it('come a page at a time, and whole as CSV', async () => {
    const me = await at.someone()
    for (let nth = 1; nth <= 9; nth++) await play(me.id, `2018-01-0${nth}`, 'coin', [1, 100, 0, nth])
    const found: string[] = []
    for (let cursor = ''; ; ) {
      const { items, next } = await daysOf(me, `?limit=4${cursor && `&cursor=${cursor}`}`)
      expect(items.length).toBeLessThanOrEqual(4)
      found.push(...items.map(({ day }) => day))
      if (next === null) break
      cursor = next
    }
    expect(found.slice(1)).toEqual(Array.from({ length: 9 }, (_, index) => `2018-01-0${9 - index}`))
    const parts: string[] = []
    for await (const part of daysCsv(db, me.id, 4)) parts.push(part)
    const [first, ...records] = parts.join('').split('\r\n')
    expect(first).toBe(`\ufeff${header}`)
    expect(records.slice(1)).toEqual([
      ...Array.from({ length: 9 }, (_, index) => `2018-01-0${9 - index},${9 - index},1,100,0,-100,0,0,0,0`),
      '',
    ])
    expect(await me.get('/days?cursor=x')).toMatchObject({ code: 1001, data: { field: 'cursor' } })
    const response = await at.inject('GET', '/statement.csv', { token: me.token })
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="minefall-play.csv"',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(response.body).toBe(parts.join(''))
  })

  it('are for signed-in accounts, each its own', async () => {
    const noOne = await at.someone()
    expect((await daysOf(noOne)).items).toHaveLength(1)
    for (const path of ['/days', '/statement.csv'])
      expect(await at.call('GET', path, {})).toMatchObject({ status: 401, code: 1401 })
  })
})
