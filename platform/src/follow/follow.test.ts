import { randomUUID } from 'node:crypto'
import { bodyCode } from '@minefall/shared/contracts'
import type { BusEvent } from '@minefall/shared/contracts/bus'
import { followsMost, followsSchema } from '@minefall/shared/contracts/rest'
import { matchIdSchema } from '@minefall/shared/game'
import type { Clock } from '@minefall/shared/node'
import { expect, it } from 'vitest'
import { setBlocked } from '../accounts/testing.ts'
import { newInvitationCode } from '../accounts/testing-invitations.ts'
import type { Database } from '../db/index.ts'
import { describeDatabase } from '../db/testing.ts'
import { account, duel, playMatch } from '../matches/lobby/testing-accounts.ts'
import { type Guest, type Stage, setStage } from '../matches/testing.ts'
import { readProfile, setHidden } from '../rating/index.ts'
import { block, follow, readFollows, setShowsHere, unblock, unfollow } from './follows.ts'
import { inviteToTable } from './invite.ts'
import { askWhoIsHere, type World } from './world.ts'

type Person = Guest & { page: string }

/** Accounts with pages and coins, of whom some are connected. */
const open = async (db: Database) => {
  const stage = await setStage(db)
  const { bus, clock } = stage
  const connected = new Set<string>()
  bus.subscribe('here.ask', null, ({ ask, players }) => {
    bus.publish('here.told', null, { ask, here: players.filter((id) => connected.has(id)) })
  })
  const invitations: { playerId: string | null; to: BusEvent<'player.invited'> }[] = []
  bus.subscribe('player.invited', null, (to, playerId) => invitations.push({ playerId, to }))
  const base = { db, bus, clock, newId: randomUUID }
  // Time passes only while BFFs are waited for.
  const passing: Clock = {
    ...clock,
    after(ms, run) {
      const cancel = clock.after(ms, run)
      void clock.advance(ms)
      return cancel
    },
  }
  const here = askWhoIsHere({ ...base, clock: passing })
  const world: World = {
    ...base,
    here,
    accounts: {
      signedIn: () => {
        throw new Error('no one signs in here')
      },
    },
  }
  const person = async (name = 'Someone'): Promise<Person> => {
    const guest = await account(stage, 500n)
    const page = randomUUID()
    await db.query('update player set name = $2 where id = $1', [guest.id, name])
    await db.query(
      `insert into login_account (player_id, invitation_code, secured_at, created_at, adult_at, residence)
       values ($1, $2, now(), now(), now(), 'DE') on conflict do nothing`,
      [guest.id, newInvitationCode()],
    )
    await db.query('insert into public_profile (player_id, id) values ($1, $2)', [guest.id, page])
    return { ...guest, page }
  }
  const followsOf = async (of: Person) => followsSchema.parse(await readFollows(world, of.id))
  const does = async (what: typeof follow, of: Person, to: Person) =>
    (await what(world, { playerId: of.id, id: to.page }))?.refused ?? bodyCode.ok
  return { stage, world, connected, invitations, person, followsOf, does }
}

const hosted = async (stage: Stage, { id: playerId }: Guest) =>
  matchIdSchema.parse((await stage.bus.request('lobby.host', { ...duel, playerId })).data?.matchId)

describeDatabase('following', (openDatabase) => {
  it('lists whom one follows: those at a match first, then who is here, as far as they show it', async () => {
    const { stage, world, connected, person, followsOf, does } = await open(await openDatabase())
    const [anna, ben, cleo, dora, eve] = [
      await person('Anna'),
      await person('Ben'),
      await person('Cleo'),
      await person('Dora'),
      await person('Eve'),
    ]
    for (const other of [ben, cleo, dora, eve, eve]) expect(await does(follow, anna, other)).toBe(bodyCode.ok)
    expect(await does(follow, anna, anna)).toBe(bodyCode.notFound)
    for (const { id } of [ben, cleo, dora]) connected.add(id)
    const matchId = matchIdSchema.parse(
      (await stage.bus.request('lobby.find', { ...duel, playerId: dora.id })).data?.matchId,
    )
    await playMatch(stage, matchId, [dora, await person()])
    const away = { here: false, match: null }
    expect((await followsOf(anna)).follows).toMatchObject(
      ['Ben', 'Cleo', 'Dora', 'Eve'].map((name) => ({ name, ...away })),
    )
    for (const { id } of [cleo, dora]) await setShowsHere(world.db, id, true)
    expect(await followsOf(anna)).toMatchObject({
      shown: false,
      follows: [
        { name: 'Dora', here: true, match: { matchId, gameId: 'mines-duel' } },
        { name: 'Cleo', here: true, match: null },
        { name: 'Ben', ...away },
        { name: 'Eve', ...away },
      ],
    })
    // Those who hide are away, can be unfollowed, and are found by no one.
    for (const { id } of [cleo, dora]) await setHidden(world.db, id, true)
    expect(await does(unfollow, anna, eve)).toBe(bodyCode.ok)
    const left = (await followsOf(anna)).follows
    expect(left).toMatchObject(['Ben', 'Cleo', 'Dora'].map((name) => ({ name, ...away })))
    expect(await does(follow, ben, cleo)).toBe(bodyCode.notFound)
    // So is an account that staff have blocked.
    await setBlocked(world.db, eve.id, new Date(stage.clock.now()))
    expect(await does(follow, ben, eve)).toBe(bodyCode.notFound)
    expect(await does(unfollow, anna, cleo)).toBe(bodyCode.ok)
    expect((await followsOf(anna)).follows.map(({ name }) => name)).toEqual(['Ben', 'Dora'])
    expect((await followsOf(dora)).shown).toBe(true)
  })

  it('shows no private match', async () => {
    const { stage, world, connected, person, followsOf, does } = await open(await openDatabase())
    const [anna, ben] = [await person(), await person()]
    await does(follow, anna, ben)
    await setShowsHere(world.db, ben.id, true)
    connected.add(ben.id)
    await playMatch(stage, await hosted(stage, ben), [ben, await person()])
    expect((await followsOf(anna)).follows).toMatchObject([{ here: true, match: null }])
  })

  it('ends with a block on both sides, which hides both until it is undone', async () => {
    const { world, person, followsOf, does } = await open(await openDatabase())
    const [anna, ben] = [await person('Anna'), await person('Ben')]
    await does(follow, anna, ben)
    await does(follow, ben, anna)
    expect(await does(block, anna, ben)).toBe(bodyCode.ok)
    expect(await followsOf(anna)).toMatchObject({ follows: [], blocked: [{ id: ben.page, name: 'Ben' }] })
    expect(await followsOf(ben)).toMatchObject({ follows: [], blocked: [] })
    const detailsFor = async (viewer: Person | null, of: Person) =>
      (await readProfile(world.db, of.page, world.clock.now(), viewer?.id ?? null))?.details
    for (const [viewer, of] of [
      [anna, ben],
      [ben, anna],
    ] as const) {
      expect(await does(follow, viewer, of)).toBe(bodyCode.notFound)
      expect(await detailsFor(viewer, of)).toBeNull()
      expect(await detailsFor(null, of)).toMatchObject({ level: 1 })
    }
    await does(unblock, anna, ben)
    expect(await does(follow, ben, anna)).toBe(bodyCode.ok)
    expect(await detailsFor(ben, anna)).toMatchObject({ level: 1 })
  })

  it('lets two follow, block and unfollow each other at once, without a deadlock', async () => {
    const { world, person } = await open(await openDatabase())
    const pair = [await person(), await person()] as const
    let runs = 0
    const counting: World = {
      ...world,
      // A transaction that the database broke off for a deadlock runs once more.
      db: {
        ...world.db,
        transaction: (run) =>
          world.db.transaction((tx) => {
            runs += 1
            return run(tx)
          }),
      },
    }
    const both = async (what: typeof follow, then: typeof follow) => {
      const [one, other] = pair
      await Promise.all([
        what(counting, { playerId: one.id, id: other.page }),
        then(counting, { playerId: other.id, id: one.page }),
      ])
    }
    for (let round = 0; round < 8; round += 1) {
      await both(follow, follow)
      await both(follow, block)
      // Whichever came first, no one follows whom they are apart from.
      expect((await world.db.query('select from follow')).count).toBe(0)
      await both(unfollow, unblock)
    }
    expect(runs).toBe(8 * 6)
  })

  it('keeps those apart at private tables who have blocked each other, the host too, and at no public one', async () => {
    const { stage, person, does } = await open(await openDatabase())
    const [host, blockedBy, blocking] = [await person(), await person(), await person()]
    await does(block, host, blockedBy)
    await does(block, blocking, host)
    const matchId = await hosted(stage, host)
    // The host has no seat yet.
    for (const guest of [blockedBy, blocking])
      expect((await guest.sit(matchId)).code).toBe(bodyCode.notAllowed)
    const [one, other] = [await person(), await person()]
    expect((await one.sit(matchId)).code).toBe(bodyCode.ok)
    await does(block, one, other)
    expect((await other.sit(matchId)).code).toBe(bodyCode.notAllowed)
    await does(unblock, one, other)
    expect((await other.sit(matchId)).code).toBe(bodyCode.ok)
    const publicTable = matchIdSchema.parse(
      (await stage.bus.request('lobby.find', { ...duel, playerId: host.id })).data?.matchId,
    )
    for (const guest of [host, blockedBy]) expect((await guest.sit(publicTable)).code).toBe(bodyCode.ok)
  })

  it('invites whom one follows to the table one hosts, if they show that they are here, and have no break', async () => {
    const { stage, world, connected, invitations, person, followsOf, does } = await open(await openDatabase())
    const [host, friend] = [await person('Host'), await person('Friend')]
    const matchId = await hosted(stage, host)
    const invite = async (by: Person, to: Person) =>
      (await inviteToTable(world, { playerId: by.id, id: to.page, matchId }))?.refused ?? bodyCode.ok
    expect(await invite(host, friend)).toBe(bodyCode.notFound)
    await does(follow, host, friend)
    expect(await invite(host, friend)).toBe(bodyCode.notFound)
    await stage.pass(60_000)
    await setShowsHere(world.db, friend.id, true)
    // They show it, but are not here. It counts: invitations would tell it as often as one asks.
    expect(await invite(host, friend)).toBe(bodyCode.notFound)
    expect(await invite(host, friend)).toBe(bodyCode.tooManyRequests)
    await stage.pass(60_000)
    connected.add(friend.id)
    expect(invitations).toEqual([])
    expect(await invite(host, friend)).toBe(bodyCode.ok)
    expect(invitations).toEqual([
      {
        playerId: friend.id,
        to: {
          ...{ matchId, gameId: 'mines-duel', stake: '100', asset: 'coin' },
          from: { name: 'Host', avatar: 'cat-1', kind: 'player', profile: host.page },
        },
      },
    ])
    expect(await invite(host, friend)).toBe(bodyCode.tooManyRequests)
    await stage.pass(60_000)
    // Who is on a break counts as not here, and is not asked to play.
    expect((await followsOf(host)).follows).toMatchObject([{ here: true }])
    await world.db.query(
      `insert into play_break (id, player_id, kind, began_at, ends_at) values (gen_random_uuid(), $1, 'time-out', $2, $3)`,
      [friend.id, new Date(stage.clock.now()), new Date(stage.clock.now() + 60_000)],
    )
    expect((await followsOf(host)).follows).toMatchObject([{ here: false }])
    expect(await invite(host, friend)).toBe(bodyCode.notFound)
    expect(await invite(host, friend)).toBe(bodyCode.tooManyRequests)
    await stage.pass(60_000)
    expect((await followsOf(host)).follows).toMatchObject([{ here: true }])
    // Not one's own table.
    await does(follow, friend, host)
    await setShowsHere(world.db, host.id, true)
    connected.add(host.id)
    expect(await invite(friend, host)).toBe(bodyCode.notFound)
    await does(block, friend, host)
    expect(await invite(host, friend)).toBe(bodyCode.notFound)
    expect(invitations).toHaveLength(1)
  })

  it('lets someone block who invited them, also one who hides or has no page yet', async () => {
    const { stage, world, connected, invitations, person, does } = await open(await openDatabase())
    const [host, friend] = [await person('Host'), await person('Friend')]
    await does(follow, host, friend)
    await setShowsHere(world.db, friend.id, true)
    connected.add(friend.id)
    const matchId = await hosted(stage, host)
    const invite = async () =>
      (await inviteToTable(world, { playerId: host.id, id: friend.page, matchId }))?.refused ?? bodyCode.ok
    await setHidden(world.db, host.id, true)
    expect(await invite()).toBe(bodyCode.ok)
    await world.db.query('delete from public_profile where player_id = $1', [host.id])
    await stage.pass(60_000)
    expect(await invite()).toBe(bodyCode.ok)
    const pages = invitations.map(({ to }) => to.from.profile)
    expect(pages).toEqual([host.page, expect.any(String)])
    expect(await does(block, friend, { ...host, page: pages[1] ?? '' })).toBe(bodyCode.ok)
    await stage.pass(60_000)
    expect(await invite()).toBe(bodyCode.notFound)
    expect(invitations).toHaveLength(2)
  })

  it('tells by no answer to an invitation that someone has a seat, and asks them nothing there', async () => {
    const { stage, world, connected, invitations, person, followsOf, does } = await open(await openDatabase())
    const [host, friend] = [await person('Host'), await person('Friend')]
    await does(follow, host, friend)
    await setShowsHere(world.db, friend.id, true)
    connected.add(friend.id)
    const elsewhere = await hosted(stage, await person())
    const matchId = await hosted(stage, host)
    const invite = async () =>
      (await inviteToTable(world, { playerId: host.id, id: friend.page, matchId }))?.refused ?? bodyCode.ok
    const answers = async () => [await invite(), await invite()]
    const withoutSeat = await answers()
    expect(withoutSeat).toEqual([bodyCode.ok, bodyCode.tooManyRequests])
    expect(invitations).toHaveLength(1)
    await stage.pass(60_000)
    expect((await friend.sit(elsewhere)).code).toBe(bodyCode.ok)
    expect((await followsOf(host)).follows).toMatchObject([{ here: true, match: null }])
    expect(await answers()).toEqual(withoutSeat)
    expect(invitations).toHaveLength(1)
    // Nor by what counts: whether someone hides that they are here, or is away, is the same.
    connected.delete(friend.id)
    await stage.pass(60_000)
    const away = await answers()
    await setShowsHere(world.db, friend.id, false)
    await stage.pass(60_000)
    expect(away).toEqual([bodyCode.notFound, bodyCode.tooManyRequests])
    expect(await answers()).toEqual(away)
  })

  it('is bounded in number and rate', async () => {
    const { world, person, does } = await open(await openDatabase())
    const [anna, ben] = [await person(), await person()]
    await world.db.query(
      `with made as (insert into player (id, kind, name, avatar)
         select gen_random_uuid(), 'player', 'Someone', 'cat-1' from generate_series(1, $2) returning id),
       accounts as (insert into login_account (player_id, invitation_code, secured_at, created_at)
         select id, (20000000 + row_number() over ())::text, now(), now() from made returning player_id)
       insert into follow (player_id, followed_id, at) select $1, player_id, now() from accounts`,
      [anna.id, followsMost],
    )
    expect(await does(follow, anna, ben)).toBe(bodyCode.tooManyOrders)
    let code: number = bodyCode.ok
    for (let changes = 1; changes < 120; changes += 1) code = await does(unfollow, anna, ben)
    expect(code).toBe(bodyCode.ok)
    expect(await does(unfollow, anna, ben)).toBe(bodyCode.tooManyRequests)
    const { clock } = world
    const hourLater: World = { ...world, clock: { ...clock, now: () => clock.now() + 3_600_000 } }
    expect(await unfollow(hourLater, { playerId: anna.id, id: ben.page })).toBeNull()
  })
})
