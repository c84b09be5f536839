import { centerSchema, rewardsCalls, vipCenterSchema } from '@minefall/shared/contracts/rest'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenAccounts, openAccounts } from '../accounts/testing.ts'
import type { Database } from '../db/index.ts'
import { describeDatabase } from '../db/testing.ts'
import { type App, edgeKeyHeader, thisMachineHeader } from '../http/index.ts'
import { edgeKey, openHttp } from '../http/testing.ts'
import { type Rewards, startRewards } from './start-rewards.ts'
import { type OpenRewards, openRewards } from './testing.ts'

describeDatabase('rewards over HTTP', (open) => {
  let db: Database
  let accounts: OpenAccounts
  let rewards: Rewards
  let at: OpenRewards
  let app: App
  let me: { id: string; token: string }
  beforeAll(async () => {
    db = await open()
    accounts = await openAccounts(db)
    at = await openRewards(db, { clock: accounts.clock })
    rewards = startRewards({
      ...at.world,
      accounts: accounts.accounts,
      matches: { onEnded: () => () => {} },
    })
    app = await openHttp([rewards.routes])
    me = await accounts.signIn('anna@home.example')
  })
  afterAll(async () => {
    await app.close()
    await rewards.close()
    await accounts.close()
  })

  const inject = (method: 'GET' | 'POST', path: string, { token = me.token, payload = {} } = {}) =>
    app.inject({
      method,
      url: path,
      headers: {
        [edgeKeyHeader]: edgeKey,
        [thisMachineHeader]: '1',
        'accept-language': 'en-US',
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(method === 'POST' ? { payload } : {}),
    })
  const get = async (path: string) => (await inject('GET', `/api/user/${path}`)).json()
  const receive = async (bonus_type: string) =>
    (await inject('POST', '/api/user/receive', { payload: { bonus_type } })).json()

  it('begin with nothing, say what there is to come, and keep out of caches', async () => {
    const answer = await inject('GET', '/api/user/vip_center')
    expect(answer.headers['cache-control']).toBe('private, no-store')
    const vip = vipCenterSchema.parse(answer.json().data)
    expect(vip.level).toEqual({ level: 1, matches: 0, from: 0, next: { level: 2, matches: 3 } })
    expect(vip.levels).toHaveLength(12)
    expect(vip.levels[0]).toEqual({ level: 1, matches: 0, gift: null })
    expect(vip.levels[1]?.gift).toEqual({
      bonus_type: 'level-2',
      amount: '20',
      status: 'locked',
      endsAt: null,
    })
    expect(vip.vip).toEqual({ tier: 0, staked: '0', next: { tier: 1, staked: '1000' } })
    expect(vip.tiers.map(({ tier, name }) => `${tier} ${name}`)).toEqual([
      '1 bronze',
      '2 silver',
      '3 gold',
      '4 platinum',
      '5 diamond',
    ])
    expect(vip.bonuses.map(({ bonus_type, amount, status }) => [bonus_type, amount, status])).toEqual([
      ['daily', '10', 'locked'],
      ['weekly', '50', 'locked'],
      ['monthly', '200', 'locked'],
    ])
    const center = centerSchema.parse((await get('center')).data)
    expect(center).toMatchObject({
      user: { id: me.id, level: 1, vipLevel: 0 },
      security: { sessions: 1 },
      ready: 0,
    })
    expect(center.activities).toHaveLength(6)
  })

  it('show what play moved, what is ready, and why something moved nothing', async () => {
    await at.playStrangers(me.id, 3, { stake: 500n })
    await at.playStrangers(me.id, 1, { stake: 500n, isPrivate: true })
    const { data: vip } = await get('vip_center')
    expect(vip.level).toEqual({ level: 2, matches: 3, from: 3, next: { level: 3, matches: 10 } })
    expect(vip.vip).toEqual({ tier: 1, staked: '1500', next: { tier: 2, staked: '10000' } })
    expect(vip.levels[1].gift.status).toBe('ready')
    expect(vip.bonuses.map(({ status }: { status: string }) => status)).toEqual(['ready', 'ready', 'ready'])
    expect(vip.bonuses[0].endsAt).toBe(Date.UTC(2026, 0, 3))
    expect(vip.discounted).toEqual([
      { endedAt: accounts.clock.now(), gameId: 'mines-duel', reason: 'private' },
    ])
    // VIP, a level, the first match, three in a day.
    const { data: center } = await get('center')
    expect(center).toMatchObject({ user: { level: 2, vipLevel: 1 }, ready: 6 })
    expect(await receive('daily')).toEqual({
      code: 200,
      msg: 'Gift claimed',
      data: { bonus_type: 'daily', amount: '10', at: accounts.clock.now() },
    })
    expect(await receive('daily')).toMatchObject({ code: 1712, msg: 'You’ve already claimed this gift' })
    expect(await receive('level-3')).toMatchObject({ code: 1711, msg: 'You haven’t earned this gift yet' })
    expect((await get('center')).data).toMatchObject({ user: { coins: 1_010 }, ready: 5 })
  })

  it('refuse strangers and what is no gift, and are described', async () => {
    for (const [method, path] of [
      ['GET', 'center'],
      ['GET', 'vip_center'],
      ['GET', 'referral_data'],
      ['POST', 'receive'],
    ] as const) {
      const payload = { bonus_type: 'daily' }
      const answer = await inject(method, `/api/user/${path}`, { token: '', payload })
      expect([answer.statusCode, answer.json().code]).toEqual([401, 1401])
    }
    for (const bonus_type of [
      '',
      'yearly',
      'level-0',
      'level-1000',
      'activity-',
      'activity-A',
      'daily ',
      `activity-${'a'.repeat(60)}`,
    ])
      expect(await receive(bonus_type)).toMatchObject({ code: 1001, data: { field: 'bonus_type' } })
    const { paths } = (await inject('GET', '/docs/json')).json()
    expect(Object.keys(paths).sort()).toEqual(
      Object.values(rewardsCalls)
        .map(({ path }) => path)
        .sort(),
    )
  })
})
