import { randomUUID } from 'node:crypto'
import type { BusEvent } from '@minefall/shared/contracts/bus'
import { deskPlayerDetailSchema } from '@minefall/shared/contracts/desk'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readStandings } from '../../arena/read.ts'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { imageForm } from '../../files/testing-form.ts'
import { png } from '../../files/testing-images.ts'
import { guestAvatars } from '../../players/index.ts'
import { unreadOf } from '../../support/index.ts'
import { type Agent, type Conversations, openConversations } from '../conversations/testing.ts'
import { disableStaff } from '../staff/manage.ts'
import type { OpenDesk } from '../testing.ts'

const given = { reason: 'Insults another player', text: 'Please choose a name that insults no one.' }
const drawn = /^\p{Lu}\p{Ll}+ \d{2,3}$/u

describeDatabase('what an account shows of itself', (open) => {
  let db: Database
  let at: Conversations
  let desk: OpenDesk
  let agent: Agent
  beforeAll(async () => {
    db = await open()
    at = await openConversations(db)
    ;({ desk, agent } = at)
  })
  beforeEach(() => at.begin())
  afterAll(() => desk.close())

  type Player = Awaited<ReturnType<typeof someone>>
  const someone = () => desk.signInPlayer(`${randomUUID()}@home.example`)
  const call = async ({ token }: Player, path: string, body: object) => {
    expect(await desk.call('POST', path, { token }, body)).toMatchObject({ code: 200 })
  }
  const rename = (me: Player, nickname: string) => call(me, 'user/nickname', { nickname })
  /** Uploads a picture, and answers its id. */
  const upload = async ({ token }: Player): Promise<string> => {
    const { headers, payload } = imageForm(png())
    const response = await desk.app.inject({
      method: 'POST',
      url: '/api/user/upload',
      headers: { ...desk.headersOf({ token }), ...headers },
      payload,
    })
    return String(response.json().data.avatar.split('/').at(-1))
  }
  const removeName = ({ id }: { id: string }, by: Agent = agent) =>
    desk.post(`players/${id}/remove-name`, by, { nickname: 'Mean Name', ...given })
  const removePicture = ({ id }: { id: string }, picture: string, by: Agent = agent) =>
    desk.post(`players/${id}/remove-picture`, by, { picture, ...given })
  const seen = async ({ id }: Player) =>
    deskPlayerDetailSchema.parse((await desk.get(`players/${id}`, agent)).data)
  const auditOf = async ({ id }: Player) => {
    const { rows } = await db.query(
      `select action, reason, before, after, staff_id from desk_audit
       where subject_type = 'account' and subject_id = $1 order by id`,
      [id],
    )
    return rows
  }
  const written = async ({ id }: Player) =>
    ((await at.opened(id))?.messages ?? []).map(({ author, text }) => [author, text])
  /** The ways its connections show a player while `act` runs. */
  const shownIn = async ({ id }: Player, act: () => Promise<unknown>) => {
    const shown: BusEvent<'player.profile'>['player'][] = []
    const stop = desk.bus.subscribe('player.profile', id, ({ player }) => void shown.push(player))
    await act()
    stop()
    return shown
  }

  it('loses a name for a drawn one, which its pages show, support writes of, and the log keeps', async () => {
    const me = await someone()
    await rename(me, 'Mean Name')
    const shown = await shownIn(me, async () => {
      expect(await removeName(me)).toMatchObject({ code: 200, data: null })
    })
    const { nickname } = await seen(me)
    expect(nickname).toMatch(drawn)
    expect(shown).toMatchObject([{ name: nickname }])
    expect((await desk.call('GET', 'user/getUserInfo', me)).data.nickname).toBe(nickname)
    expect(await written(me)).toEqual([['staff', given.text]])
    expect(await unreadOf(db, me.id)).toMatchObject({ count: 1 })
    expect(await auditOf(me)).toEqual([
      {
        action: 'account.remove-name',
        reason: given.reason,
        before: { nickname: 'Mean Name' },
        after: { nickname, text: given.text },
        staff_id: agent.id,
      },
    ])
    await rename(me, 'Kind Name')
    expect((await seen(me)).nickname).toBe('Kind Name')
  })

  it('goes from the standings of arenas that someone may be watching, name and picture alike', async () => {
    const me = await someone()
    await rename(me, 'Mean Name')
    const picture = await upload(me)
    const now = desk.clock.now()
    const joined = async (endedMs: number) => {
      const arenaId = randomUUID()
      await db.query(
        `with made as (
           insert into arena (id, plan, game_id, asset, stake, rake_bps, pot_each, pot_most, begins_at, ends_at, version)
           values ($1::uuid, $1::uuid::text, 'mines-clues', 'promo', 0, 0, 10, 100, $3, $4, 7) returning id)
         insert into arena_player (arena_id, player_id, nth, joined_at, version) select id, $2, 1, $3, 7 from made`,
        [arenaId, me.id, ...[now - endedMs - 1_000, now - endedMs].map((at) => new Date(at))],
      )
      return arenaId
    }
    const [watched, old] = [await joined(-60_000), await joined(90_000_000)]
    const told: BusEvent<'arena.change'>[] = []
    const stop = desk.bus.subscribe('arena.change', null, (change) => void told.push(change))
    // What a BFF that has the standings of version 7 asks for.
    const changed = async (arenaId: string, since: number) =>
      (await readStandings(db, arenaId, since))?.players.map(({ name, avatar }) => ({ name, avatar }))
    expect(await changed(watched, 7)).toEqual([])
    await removeName(me)
    const { nickname } = await seen(me)
    expect(await changed(watched, 7)).toEqual([{ name: nickname, avatar: `/api/user/avatar/${picture}` }])
    await removePicture(me, picture)
    const { avatar } = await seen(me)
    expect(await changed(watched, 8)).toEqual([{ name: nickname, avatar }])
    expect(await changed(old, 7)).toEqual([])
    expect(told).toEqual([8, 9].map((version) => ({ arenaId: watched, version })))
    stop()
  })

  it('loses a picture to a drawn avatar, also one that is not shown now', async () => {
    const me = await someone()
    const first = await upload(me)
    expect(await seen(me)).toMatchObject({ avatar: `/api/user/avatar/${first}`, picture: first })
    const shown = await shownIn(me, async () => {
      expect(await removePicture(me, first)).toMatchObject({ code: 200, data: null })
    })
    const { avatar, picture } = await seen(me)
    expect(picture).toBeNull()
    expect(guestAvatars).toContain(avatar)
    expect(shown).toMatchObject([{ avatar }])
    expect((await desk.inject('GET', `user/avatar/${first}`)).statusCode).toBe(404)
    expect(await written(me)).toEqual([['staff', given.text]])

    const second = await upload(me)
    await call(me, 'user/modify', { avatarid: 'owl' })
    expect((await removePicture(me, second)).code).toBe(200)
    expect(await seen(me)).toMatchObject({ avatar: 'owl', picture: null })
    expect(await auditOf(me)).toMatchObject([
      {
        action: 'account.remove-picture',
        before: { picture: first },
        after: { picture: null, avatar, text: given.text },
      },
      { before: { picture: second }, after: { picture: null, avatar: 'owl' } },
    ])
  })

  it('is removed once by twenty equal calls', async () => {
    const me = await someone()
    await rename(me, 'Mean Name')
    const picture = await upload(me)
    for (const remove of [() => removeName(me), () => removePicture(me, picture)]) {
      const answers = await Promise.all(Array.from({ length: 20 }, remove))
      expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]))
    }
    expect((await auditOf(me)).map(({ action }) => action)).toEqual([
      'account.remove-name',
      'account.remove-picture',
    ])
    expect(await written(me)).toHaveLength(2)
  })

  it('keeps what its owner has chosen since staff looked', async () => {
    const me = await someone()
    await rename(me, 'Mean Name')
    const picture = await upload(me)
    await rename(me, 'Kind Name')
    const next = await upload(me)
    expect((await removeName(me)).code).toBe(1409)
    expect((await removePicture(me, picture)).code).toBe(1409)
    expect(await seen(me)).toMatchObject({ nickname: 'Kind Name', picture: next })
    expect([await written(me), await auditOf(me)]).toEqual([[], []])
  })

  it('leaves what its owner asked support waiting', async () => {
    const me = await someone()
    await rename(me, 'Mean Name')
    await at.write(me.id, 'Where is my deposit?')
    const { waitingSince } = await at.detail(me.id)
    await desk.clock.advance(1_000)
    expect((await removeName(me)).code).toBe(200)
    expect(await at.detail(me.id)).toMatchObject({ waitingSince, last: { text: given.text } })
  })

  it('is removed from no guest, no one’s own account, and by no one who is disabled', async () => {
    const person = await desk.hire('support')
    const signedIn = { ...person, ...(await desk.signIn(person)) }
    const own = await desk.signInPlayer(person.email)
    await rename(own, 'Mean Name')
    const picture = await upload(own)
    expect((await removeName(own, signedIn)).code).toBe(1403)
    expect((await removePicture(own, picture, signedIn)).code).toBe(1403)
    const guest = { id: await at.guest() }
    expect((await removeName(guest)).code).toBe(1404)
    expect((await removePicture(guest, picture)).code).toBe(1404)
    const other = await someone()
    await rename(other, 'Mean Name')
    await disableStaff(desk.office, person.email)
    expect((await removeName(other, signedIn)).code).toBe(1501)
    expect([await auditOf(own), await auditOf(other)]).toEqual([[], []])
    expect(await seen(own)).toMatchObject({ nickname: 'Mean Name', picture })
  })
})
