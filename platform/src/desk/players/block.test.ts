import { randomUUID } from 'node:crypto'
import type { BusEvent } from '@minefall/shared/contracts/bus'
import { deskBlockSchema, type Staff, staffRoleSchema } from '@minefall/shared/contracts/desk'
import { silentLogger } from '@minefall/shared/node'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { device, newAddress } from '../../accounts/testing.ts'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { clean, openTables, outcomeOf, type TablePlayer } from '../../safer-play/testing-tables.ts'
import { defaultDeskSettings, type Hired, type OpenDesk, openDesk } from '../testing.ts'
import { type PlaceOrders, placeOrders } from '../testing-orders.ts'
import { blockAccount, unblockAccount } from './block.ts'

const password = 'seven green lanterns'
const block = { reason: 'Chargebacks', text: 'Please write to us about your payments' }

describeDatabase('an account that is blocked', (open) => {
  let db: Database
  let desk: OpenDesk
  let orders: PlaceOrders
  let support: Hired & { token: string }
  let finance: Hired & { token: string }
  beforeAll(async () => {
    db = await open()
    desk = await openDesk(db)
    orders = placeOrders(db, desk.clock)
    support = await desk.staff('support')
    finance = await desk.staff('finance')
  })
  afterAll(() => desk.close())

  type Player = Awaited<ReturnType<typeof someone>>
  /** Someone new with a password, signed in. */
  const someone = async () => {
    const me = await desk.signInPlayer(`${randomUUID()}@home.example`)
    const body = { verificationCode: await me.ownCode(), newPassword: password }
    expect(await desk.call('POST', 'user/codepasswordchange', me, body)).toMatchObject({ code: 200 })
    return me
  }
  const signIn = (username: string, given = password) =>
    desk.call(
      'POST',
      'index/login',
      { address: newAddress() },
      { username, type: 3, password: given, device_id: device() },
    )
  const refresh = async ({ token }: Player) => desk.call('POST', 'user/refreshToken', { token })
  const use = async ({ token }: Player) => (await desk.call('GET', 'user/getBalance', { token })).code
  const act = (id: string, what: string, body: object, by: { token: string } = support) =>
    desk.post(`players/${id}/${what}`, by, body)
  const liveSessions = async (id: string) =>
    (await db.query('select from session where player_id = $1 and ended_at is null', [id])).count
  const auditOf = async (id: string) => {
    const { rows } = await db.query(
      `select action, reason, before, after, staff_id from desk_audit
       where subject_type = 'account' and subject_id = $1 order by id`,
      [id],
    )
    return rows
  }
  const isBlocked = { code: 1403, data: { notice: 'account-blocked', text: block.text } }

  it('is signed out everywhere, and tells why to who proves that it is theirs, and to no one else', async () => {
    const me = await someone()
    const phone = await desk.signInPlayer(me.email)
    const before = desk.closed.length
    expect(await act(me.id, 'block', block)).toMatchObject({
      code: 200,
      data: { at: desk.clock.now(), by: { id: support.id, name: support.name }, ...block },
    })
    expect(desk.closed.slice(before)).toEqual(
      expect.arrayContaining(
        [me, phone].map(({ token }) => expect.objectContaining({ session: token.slice(0, 32) })),
      ),
    )
    expect([await use(me), await use(phone)]).toEqual([1501, 1501])
    expect(await refresh(me)).toMatchObject({
      ...isBlocked,
      msg: `Your account is blocked: ${block.text}`,
    })

    expect(await signIn(me.email)).toMatchObject(isBlocked)
    const deviceId = device()
    const code = await desk.askCode(me.email, { deviceId })
    const byCode = { username: me.email, type: 4, code, device_id: deviceId }
    expect(await desk.call('POST', 'index/login', {}, byCode)).toMatchObject(isBlocked)
    expect(await liveSessions(me.id)).toBe(0)

    // A stranger's guess gets what it gets for an address that is no one's.
    const [guess, noOne] = [
      await signIn(me.email, 'wrong password'),
      await signIn('no-one@home.example', 'wrong password'),
    ]
    expect(guess).toEqual(noOne)
    expect(guess.code).toBe(1102)

    expect(await act(me.id, 'unblock', { reason: 'Settled' })).toMatchObject({ code: 200, data: null })
    expect(await signIn(me.email)).toMatchObject({ code: 200, data: { id: me.id } })
    expect((await refresh(me)).code).toBe(1501)
    const own = { blockedAt: desk.clock.now(), text: block.text, sessionsEnded: 2 }
    expect(await auditOf(me.id)).toEqual([
      {
        action: 'account.block',
        reason: block.reason,
        before: { blockedAt: null },
        after: own,
        staff_id: support.id,
      },
      {
        action: 'account.unblock',
        reason: 'Settled',
        before: { blockedAt: own.blockedAt, by: support.id, reason: block.reason, text: block.text },
        after: { blockedAt: null },
        staff_id: support.id,
      },
    ])
  })

  it('is blocked once by twenty equal calls, not otherwise by another, and unblocked once', async () => {
    const me = await someone()
    const times = Array.from({ length: 20 })
    const blocks = await Promise.all(times.map(() => act(me.id, 'block', block)))
    expect(new Set(blocks.map((answer) => JSON.stringify(answer.data))).size).toBe(1)
    expect(blocks.every(({ code }) => code === 200)).toBe(true)
    expect((await act(me.id, 'block', { ...block, text: 'Something else' })).code).toBe(1409)
    const admin = await desk.staff('admin')
    expect((await act(me.id, 'block', block, admin)).code).toBe(1409)
    const unblocks = await Promise.all(times.map(() => act(me.id, 'unblock', { reason: 'Settled' }, admin)))
    expect(unblocks.every(({ code }) => code === 200)).toBe(true)
    expect((await auditOf(me.id)).map(({ action }) => action)).toEqual(['account.block', 'account.unblock'])
  })

  it('is not unblocked by someone who saw an older block than a colleague’s', async () => {
    const me = await someone()
    const seen = await act(me.id, 'block', block)
    const blockedAt = deskBlockSchema.parse(seen.data).at
    const unblock = { reason: 'Settled', blockedAt }
    expect(await act(me.id, 'unblock', unblock)).toMatchObject({ code: 200 })
    expect(await act(me.id, 'unblock', unblock)).toMatchObject({ code: 200 })
    await desk.clock.advance(1_000)
    const admin = await desk.staff('admin')
    expect(await act(me.id, 'block', block, admin)).toMatchObject({ code: 200 })
    expect(await act(me.id, 'unblock', unblock)).toMatchObject({ code: 1409 })
    expect((await auditOf(me.id)).map(({ action }) => action)).toEqual([
      'account.block',
      'account.unblock',
      'account.block',
    ])
  })

  it('keeps no session of those who sign in or refresh at the same moment', async () => {
    const me = await someone()
    const signingIn = Array.from({ length: 12 }, async () => (await signIn(me.email)).code)
    const [blocked, refreshed, ...codes] = await Promise.all([
      act(me.id, 'block', block),
      refresh(me),
      ...signingIn,
    ])
    expect(blocked.code).toBe(200)
    expect([200, 1403]).toContain(refreshed.code)
    for (const code of codes) expect([200, 1403]).toContain(code)
    expect(await liveSessions(me.id)).toBe(0)
    expect((await signIn(me.email)).code).toBe(1403)
  })

  it('refuses your own account, guests, and staff who are disabled', async () => {
    const person = await desk.hire('support')
    const signedIn = await desk.signIn(person)
    const own = await desk.signInPlayer(person.email)
    for (const [what, body] of [
      ['block', block],
      ['unblock', { reason: 'Mine' }],
      ['sign-out', { reason: 'Mine' }],
      ['notes', { noteId: randomUUID(), text: 'Nice' }],
    ] as const)
      expect([what, (await act(own.id, what, body, signedIn)).code]).toEqual([what, 1403])
    const guest = randomUUID()
    await db.query(
      `insert into player (id, kind, name, avatar) values ($1, 'guest', 'Some Guest', 'cat-1')`,
      [guest],
    )
    expect((await act(guest, 'block', block)).code).toBe(1404)
    await db.query('update staff set disabled_at = now() where id = $1', [person.id])
    expect(await blockAccount(desk.world, { playerId: own.id, staff: person, address: '' }, block)).toEqual({
      refused: 1501,
    })
    expect(await auditOf(own.id)).toEqual([])
  })

  it('has its withdrawals wait, and its deposits credited', async () => {
    const withdrawal = await orders.pending()
    const { playerId } = withdrawal
    const deposit = await orders.paid({ playerId })
    const changed: BusEvent<'desk.changed'>[] = []
    const stop = desk.bus.subscribe('desk.changed', null, (news) => void changed.push(news))
    expect((await act(playerId, 'block', block)).code).toBe(200)
    const approve = (id: string, by = finance) =>
      desk.post(`orders/${id}/approve`, by, { reference: `TX ${id}` })
    expect((await approve(withdrawal.id)).code).toBe(1610)
    const { data } = await desk.get(`orders/${withdrawal.id}`, finance)
    expect(data).toMatchObject({ status: 'pending', flags: expect.arrayContaining(['account-blocked']) })
    expect(await orders.coins(playerId)).toEqual({ available: '0', held: '1000' })

    const other = await desk.staff('finance')
    expect((await desk.post(`orders/${deposit.id}/take`, finance)).code).toBe(200)
    expect((await approve(deposit.id, other)).data).toMatchObject({ status: 'completed' })
    expect(await orders.coins(playerId)).toEqual({ available: '1000', held: '1000' })
    const another = await orders.pending({ playerId })
    expect(
      (await desk.post(`orders/${another.id}/reject`, finance, { reason: 'Asked for' })).data,
    ).toMatchObject({
      status: 'rejected',
    })

    const unseen = changed.length
    expect((await act(playerId, 'unblock', { reason: 'Settled' })).code).toBe(200)
    stop()
    // Staff who have the order open see its flag come and go.
    const flags = [{ what: 'flags' }]
    expect([changed.slice(0, 1), changed.slice(unseen)]).toEqual([flags, flags])
    expect((await approve(withdrawal.id)).data).toMatchObject({ status: 'completed' })
  })
})

describeDatabase('a seat of an account that is blocked', (open) => {
  it('is given back while it waits, played to the end once it is locked, and not given again', async () => {
    const db = await open()
    const tables = await openTables(db)
    const world = {
      db,
      bus: tables.bus,
      clock: tables.clock,
      log: silentLogger(),
      settings: defaultDeskSettings,
      route: tables.stage.bus,
    }
    const staff: Staff = {
      id: randomUUID(),
      email: 's@house.example',
      name: 'S',
      role: staffRoleSchema.enum.support,
    }
    await db.query(
      `insert into staff (id, email, name, role, password_hash, totp_key_id, totp_sealed, created_at)
       values ($1, $2, 'S', 'support', '', '', '', now())`,
      [staff.id, staff.email],
    )
    const actorOf = ({ id }: TablePlayer) => ({ playerId: id, staff, address: '' })
    const [waiting, playing, rich] = [await tables.player(), await tables.player(), await tables.player()]
    const begun = await tables.begin('duel', [playing, rich])
    const matchId = await waiting.join('duel')
    for (const one of [waiting, playing]) await blockAccount(world, actorOf(one), block)
    await tables.stage.host.idle()
    expect([await tables.seatsOf(waiting.id), await tables.heldOf(waiting.id)]).toEqual([0, 0n])
    expect(await tables.seatsOf(playing.id)).toBe(1)
    const refused = { code: 1403, data: { notice: 'account-blocked', text: block.text } }
    expect(outcomeOf(await waiting.sit(matchId))).toEqual(refused)
    for (const queue of ['duel', 'bonus', 'trial'] as const)
      expect(outcomeOf(await waiting.ask(queue))).toEqual(refused)
    // The other one leaves: the blocked player wins the match, and keeps what it pays.
    await rich.leave(begun)
    await tables.stage.host.idle()
    expect(await tables.lost(playing.id)).toEqual({ '2026-03-04': -100n })
    expect(await tables.ledger()).toEqual(clean)
    await unblockAccount(world, actorOf(waiting), { reason: 'Settled' })
    await waiting.join('duel')
    await tables.stage.host.idle()
    expect(await tables.seatsOf(waiting.id)).toBe(1)
  })
})
