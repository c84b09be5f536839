import { type ReferralData, referralDataSchema } from '@minefall/shared/contracts/rest'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { device, newAddress, openAccounts } from '../../accounts/testing.ts'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { edgeKeyHeader, writeCursor } from '../../http/index.ts'
import { edgeKey, openHttp } from '../../http/testing.ts'
import { rewardsRoutes } from '../routes.ts'
import { day } from '../testing.ts'
import { type Club, openClub } from './testing-club.ts'

/** The call over HTTP, as a BFF sees it, beside a club whose clock is its own: sessions don't end when it is moved. */
const openReferral = async (db: Database) => {
  const at = await openAccounts(db)
  const club = await openClub(db)
  const world = { ...club.world, accounts: at.accounts, matches: { onEnded: () => () => {} } }
  const app = await openHttp([
    async (app) => {
      await app.register(rewardsRoutes, { world })
    },
  ])
  const get = async (query = '', token?: string) => {
    const response = await app.inject({
      url: `/api/user/referral_data${query}`,
      headers: { [edgeKeyHeader]: edgeKey, ...(token && { authorization: `Bearer ${token}` }) },
    })
    return { status: response.statusCode, text: response.body, ...response.json() }
  }
  let people = 0
  /** Someone who registers, with the code that they were invited with. */
  const register = async (invitationCode?: string) => {
    const username = `someone${++people}@home.example`
    const from = { deviceId: device(), address: newAddress() }
    const code = await at.askCode(username, from)
    const login = { username, type: 4, code, device_id: from.deviceId, invitationCode }
    const { data } = await at.post('index/login', login, from)
    const me = { id: String(data.id), token: String(data.token), code: String(data.invitationCode) }
    return {
      ...me,
      read: async (query = ''): Promise<ReferralData> =>
        referralDataSchema.parse((await get(query, me.token)).data),
    }
  }
  return {
    at,
    club,
    get,
    register,
    close: async () => {
      await app.close()
      await at.close()
    },
  }
}

describeDatabase('referral_data', (open) => {
  let db: Database
  let club: Club
  let referral: Awaited<ReturnType<typeof openReferral>>
  beforeAll(async () => {
    db = await open()
    referral = await openReferral(db)
    club = referral.club
  })
  afterAll(() => referral.close())

  const playStrangers = async (player: string) => {
    for (let n = 0; n < 3; n++) await club.end({ players: [player, await club.join()] })
  }

  it('has one’s code and the rule where no one came yet', async () => {
    const me = await referral.register()
    expect(await me.read()).toEqual({
      code: me.code,
      rule: { gift: '100', matches: 3, monthlyMost: 20 },
      came: 0,
      earned: { count: 0, thisMonth: 0, amount: '0' },
      invited: { items: [], next: null },
    })
  })

  it('tells who came by the code, how far they are, what was earned, and why something was not', async () => {
    const me = await referral.register()
    const [honest, alike, playing] = [
      await referral.register(me.code),
      await referral.register(me.code),
      await referral.register(me.code),
    ]
    await club.shareDevice([me.id, alike.id])
    await playStrangers(honest.id)
    await playStrangers(alike.id)
    await club.end({ players: [playing.id, me.id] })
    await club.end({ players: [playing.id, await club.join()] })
    await club.count()
    const decidedAt = club.clock.now()
    const joinedAt = referral.at.clock.now()
    const open = { status: 'playing', reason: null, amount: null, decidedAt: null }
    const data = await me.read()
    expect(data).toMatchObject({ came: 3, earned: { count: 1, thisMonth: 1, amount: '100' } })
    const { items } = data.invited
    expect(items).toMatchObject([
      { joinedAt, matches: 1, discounted: 1, ...open },
      { matches: 3, discounted: 0, status: 'refused', reason: 'same-device', amount: null, decidedAt },
      { matches: 3, discounted: 0, status: 'earned', reason: null, amount: '100', decidedAt },
    ])
    const { rows } = await db.query('select name, avatar from player where id = $1', [honest.id])
    expect(items[2]).toMatchObject(rows[0] ?? {})

    await club.clock.advance(31 * day)
    expect((await me.read()).earned).toEqual({ count: 1, thisMonth: 0, amount: '100' })
  })

  it('brings no one to anyone by the default code, one that is no one’s, or none', async () => {
    const before = (await db.query('select from referral')).count
    for (const code of ['88888888', '00000000', undefined]) {
      const someone = await referral.register(code)
      await playStrangers(someone.id)
    }
    await club.count()
    expect((await db.query('select from referral')).count).toBe(before)
  })

  it('is paged to its end, the newest first, also while others come', async () => {
    const me = await club.join()
    for (let n = 0; n < 7; n++) await club.join(me)
    const { token } = await referral.at.signIn('pages@home.example')
    const { data: user } = await referral.at.get('user/getUserInfo', { token })
    await db.query('update referral set inviter_id = $1 where inviter_id = $2', [String(user.id), me])
    await db.query(
      `update player p set name = 'Guest ' || r.id from referral r where r.invited_id = p.id and r.inviter_id = $1`,
      [String(user.id)],
    )
    const read = async (query: string) =>
      referralDataSchema.parse((await referral.get(query, token)).data).invited
    const all = (await read('?limit=100')).items
    expect(all).toHaveLength(7)
    const pages: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { items, next } = await read(`?limit=3${cursor && `&cursor=${cursor}`}`)
      pages.push(...items.map(({ name }) => name))
      cursor = next
      await club.join(String(user.id))
    }
    expect(pages).toEqual(all.map(({ name }) => name))
    expect(new Set(pages).size).toBe(7)
  })

  it('shows no one another’s invited, whatever cursor they hold, and no ids', async () => {
    const [me, other] = [await referral.register(), await referral.register()]
    await referral.register(me.code)
    const own = await me.read()
    const theirs = [await referral.register(other.code), await referral.register(other.code)]
    const { invited } = await other.read('?limit=1')
    // The cursor says where in time a page goes on, not whose it is.
    expect(await me.read(`?cursor=${invited.next}`)).toEqual(own)
    expect(await me.read()).toEqual(own)
    expect(own.invited.items).toHaveLength(1)
    const { text } = await referral.get('?limit=1', other.token)
    const cursor = Buffer.from(invited.next ?? expect.fail('there is a second page'), 'base64url').toString()
    for (const { id } of theirs) for (const said of [text, cursor]) expect(said).not.toContain(id)
  })

  it('is for signed-in accounts, and refuses an invalid page', async () => {
    expect(await referral.get()).toMatchObject({ status: 401, code: 1401, data: null })
    expect(await referral.get('', 'A'.repeat(43))).toMatchObject({ status: 401, code: 1401, data: null })
    const me = await referral.register()
    for (const query of ['limit=0', 'limit=101', 'cursor=abc', `cursor=${writeCursor(['a'])}`, 'limit=x'])
      expect(await referral.get(`?${query}`, me.token), query).toMatchObject({ code: 1001 })
  })
})
