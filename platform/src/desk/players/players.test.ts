import { randomUUID } from 'node:crypto'
import {
  type DeskFoundPlayer,
  deskFoundSchema,
  deskPlayerDetailSchema,
  deskSessionsSchema,
} from '@minefall/shared/contracts/desk'
import { statementPageSchema } from '@minefall/shared/contracts/rest'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { fund } from '../../ledger/testing-fund.ts'
import { type Hired, type OpenDesk, openDesk } from '../testing.ts'
import { type PlaceOrders, placeOrders } from '../testing-orders.ts'
import { byContact, byNickname, byPhoneEnd } from './find-players.ts'

/** What players may call themselves is text, whatever it looks like. */
const markup = '<img src=x onerror=1>'

describeDatabase('the desk’s look at players', (open) => {
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

  const search = async (q: string, by: { token: string } = support) => {
    const { code, data } = await desk.get(`search?q=${encodeURIComponent(q)}`, by)
    return code === 200 ? deskFoundSchema.parse(data) : code
  }
  const found = async (q: string) => {
    const answer = await search(q)
    return typeof answer === 'number'
      ? answer
      : answer.players.map(({ nickname }: DeskFoundPlayer) => nickname)
  }
  const guest = async (name: string): Promise<string> => {
    const id = randomUUID()
    await db.query(`insert into player (id, kind, name, avatar) values ($1, 'guest', $2, 'cat-1')`, [
      id,
      name,
    ])
    return id
  }
  /** An account with this name and these contacts. */
  const account = async (name: string, { email, phone }: { email?: string; phone?: string } = {}) => {
    const id = await orders.player(email)
    await db.query('update player set name = $2 where id = $1', [id, name])
    if (phone !== undefined)
      await db.query(
        `insert into contact (player_id, kind, value, country, verified_at) values ($1, 'phone', $2, 'MY', now())`,
        [id, phone],
      )
    return id
  }

  it('finds them by nickname and address from their beginning, by phone from either end, and by id', async () => {
    const id = await account('Zeta Prime', { email: 'zoe.prime@home.example', phone: '+60123456789' })
    await account('zeta', { email: 'other@home.example' })
    await guest('ZETA%_X')
    for (const [q, names] of [
      ['ZETA', ['zeta', 'Zeta Prime', 'ZETA%_X']],
      ['zeta p', ['Zeta Prime']],
      ['zeta%', ['ZETA%_X']],
      ['eta', []],
      ['ＺＥＴＡ Ｐ', ['Zeta Prime']],
      ['Zoe.', ['Zeta Prime']],
      ['home.example', []],
      ['+60123', []],
      ['+601234', ['Zeta Prime']],
      ['+60 12-345 6789', ['Zeta Prime']],
      ['0060123456789', ['Zeta Prime']],
      ['012-345 6789', ['Zeta Prime']],
      ['456789', ['Zeta Prime']],
      ['56789', []],
      [id, ['Zeta Prime']],
      [id.replaceAll('-', '').toUpperCase(), ['Zeta Prime']],
      [randomUUID(), []],
      ['z', 1001],
      [' z ', 1001],
      ['z\u0000z', 1001],
      ['z'.repeat(255), 1001],
    ] as const)
      expect([q, await found(q)]).toEqual([q, names])
    expect(await search('zoe.prime')).toMatchObject({
      players: [
        { id, email: 'zoe.prime@home.example', phoneNumber: '+60123456789', guest: false, blocked: false },
      ],
      morePlayers: false,
    })
  })

  it('finds ten at most, and says that there are more', async () => {
    for (let nth = 10; nth < 22; nth++) await guest(`Mixolydian ${nth}`)
    const answer = await search('mixo')
    expect(answer).toMatchObject({ morePlayers: true })
    expect(await found('mixo')).toEqual(Array.from({ length: 10 }, (_, nth) => `Mixolydian ${10 + nth}`))
    expect(await search('mixolydian 1')).toMatchObject({ morePlayers: false })
  })

  it('reads an index’s range for whatever is typed, never a whole table', async () => {
    const plans = await db.transaction(async (tx) => {
      // Even a few rows are to be read by the index.
      await tx.query('set local enable_seqscan = off')
      await tx.query('set local plan_cache_mode = force_generic_plan')
      const planOf = async (sql: string, types: string, values: string) => {
        await tx.query(`prepare looked (${types}) as ${sql}`)
        const { rows } = await tx.query(`explain execute looked (${values})`)
        await tx.query('deallocate looked')
        return rows.map((row) => String(Object.values(row)[0])).join('\n')
      }
      return [
        await planOf(byNickname, 'text, int', `'a', 11`),
        await planOf(byContact, 'text, text, int', `'email', 'a', 11`),
        await planOf(byPhoneEnd, 'text, int', `'456789', 11`),
      ]
    })
    const indexes = ['player_name_begins', 'contact_begins', 'contact_phone_ends']
    for (const [nth, plan] of plans.entries()) {
      expect(plan).toMatch(new RegExp(`Index.* Scan using ${indexes[nth]}`))
      expect(plan).toContain('Index Cond')
      expect(plan).not.toMatch(/Seq Scan|Sort/)
    }
  })

  it('finds orders and reports by number with its letter or without, matches by id, for staff who may read them', async () => {
    const order = await orders.submitted()
    const matchId = randomUUID().replaceAll('-', '')
    await db.query(
      `insert into match (id, shard, game_id, asset, stake, seats, rules, server_commit)
       values ($1, 0, 'mines-duel', 'coin', 100, 2, '{}', '')`,
      [matchId],
    )
    const reporter = await guest('Some Reporter')
    await db.query(
      `insert into problem_report (id, number, player_id, request_key, request_hash, category, body, page, user_agent, created_at)
       values ($1, 'R10203-4050', $2, $1, $3, 'coins', 'Something is wrong', '/', '', now())`,
      [randomUUID(), reporter, new Uint8Array(32)],
    )
    const digits = order.number.slice(1)
    for (const q of [order.number, order.number.toLowerCase(), digits, digits.replace('-', ''), order.id])
      expect(await search(q)).toMatchObject({
        orders: [{ id: order.id, number: order.number, status: 'submitted' }],
      })
    expect(await search(`W${digits}`)).toMatchObject({ orders: [] })
    expect(await search(matchId.toUpperCase())).toMatchObject({
      matches: [{ matchId, gameId: 'mines-duel', phase: 'gathering', stake: '100' }],
    })
    const report = { number: 'R10203-4050', category: 'coins', player: { nickname: 'Some Reporter' } }
    expect(await search('r10203-4050')).toMatchObject({ reports: [report] })
    expect(await search('10203-4050')).toMatchObject({ reports: [report] })
    expect(await search('R10203-4050', finance)).toMatchObject({ reports: [] })
  })

  it('shows an account whole, and of a guest what there is', async () => {
    const me = await desk.signInPlayer('shown@home.example')
    await fund(db, me.id, 'coin', 500n)
    const { code, data } = await desk.get(`players/${me.id}`, support)
    const player = deskPlayerDetailSchema.parse(data)
    expect(code).toBe(200)
    expect(player).toMatchObject({
      id: me.id,
      email: 'shown@home.example',
      seated: null,
      conversation: null,
      balance: { coin: '500', promo: '1000' },
      account: {
        registeredAt: desk.clock.now(),
        blocked: null,
        hasPassword: false,
        identity: { reviewed: null, withdrawn: '0' },
        flags: [],
        play: { break: null, barred: false },
      },
    })
    const id = await guest(markup)
    expect((await desk.get(`players/${id}`, finance)).data).toMatchObject({ nickname: markup, account: null })
    expect((await desk.get(`players/${randomUUID()}`, support)).code).toBe(1404)
    expect((await desk.get('players/no-one', support)).code).toBe(1001)
  })

  it('reads the statement as its player does, and as CSV that begins no formula', async () => {
    const id = await account('=1+1|"x", y')
    for (let nth = 0; nth < 5; nth++) await fund(db, id, 'coin', 1n)
    const first = await desk.get(`players/${id}/statement?limit=3`, finance)
    const page = statementPageSchema.parse(first.data)
    expect(page.items.map(({ balanceAfter }) => balanceAfter)).toEqual(['5', '4', '3'])
    const rest = await desk.get(`players/${id}/statement?limit=3&cursor=${page.next}`, finance)
    expect(rest.data).toMatchObject({ items: [{ balanceAfter: '2' }, { balanceAfter: '1' }], next: null })

    const csv = await desk.inject('GET', `desk/players/${id}/statement.csv`, finance)
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="minefall-statement-${id}.csv"`,
      'x-content-type-options': 'nosniff',
    })
    const [header, ...records] = csv.body.trimEnd().split('\r\n')
    expect(header).toBe('\ufeffplayer,nickname,time,kind,asset,amount,balance after,order or match,id')
    expect(records).toHaveLength(5)
    for (const record of records) expect(record.startsWith(`${id},"'=1+1|""x"", y",`)).toBe(true)
    expect((await desk.get(`players/${randomUUID()}/statement.csv`, finance)).code).toBe(1404)
  })

  it('lists orders and matches in pages', async () => {
    const id = await account('Has Orders')
    const placed = [await orders.submitted({ playerId: id }), await orders.pending({ playerId: id })]
    const { data } = await desk.get(`players/${id}/orders?kind=withdrawal`, support)
    expect(data).toMatchObject({ items: [{ id: placed[1]?.id, status: 'pending' }], next: null })
    expect((await desk.get(`players/${id}/matches`, support)).data).toEqual({ items: [], next: null })
    for (const what of ['orders', 'matches', 'statement', 'sessions', 'notes'])
      expect([what, (await desk.get(`players/${randomUUID()}/${what}`, support)).code]).toEqual([what, 1404])
  })

  it('lists sessions with how they ended, and ends one or all, once', async () => {
    const me = await desk.signInPlayer('sessions@home.example')
    const second = await desk.signInPlayer(me.email, { userAgent: 'another browser' })
    const sessions = async () =>
      deskSessionsSchema.parse((await desk.get(`players/${me.id}/sessions`, support)).data).items
    const idOf = ({ token }: { token: string }) => token.slice(0, 32)
    const signOut = (body: object) => desk.post(`players/${me.id}/sign-out`, support, body)
    expect((await sessions()).map(({ ended }) => ended)).toEqual([null, null])
    const before = desk.closed.length
    expect(await signOut({ reason: 'A shared computer', sessionId: idOf(second) })).toMatchObject({
      code: 200,
      data: { ended: 1 },
    })
    expect((await signOut({ reason: 'Again', sessionId: idOf(second) })).code).toBe(1404)
    expect(await sessions()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          id: idOf(second),
          device: 'another browser',
          ended: { at: desk.clock.now(), reason: 'staff' },
        }),
        expect.objectContaining({ id: idOf(me), ended: null }),
      ]),
    )
    const all = await Promise.all(Array.from({ length: 10 }, () => signOut({ reason: 'Everywhere' })))
    expect(all.map(({ data }) => data.ended).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
    expect(desk.closed.slice(before).map(({ session }) => session)).toEqual([idOf(second), idOf(me)])
    expect((await desk.call('GET', 'user/getBalance', me)).code).toBe(1501)
    const { rows } = await db.query(
      `select reason, after from desk_audit where action = 'account.sign-out' and subject_id = $1 order by id`,
      [me.id],
    )
    expect(rows).toEqual([
      { reason: 'A shared computer', after: { ended: [idOf(second)] } },
      { reason: 'Everywhere', after: { ended: [idOf(me)] } },
    ])
  })

  it('keeps notes of accounts and guests, once for each id, permanently', async () => {
    const id = await guest('Noted')
    const write = (body: object) => desk.post(`players/${id}/notes`, support, body)
    const noteId = randomUUID()
    const note = { noteId, text: `  ${markup}\r\nsecond line ` }
    const written = await Promise.all(Array.from({ length: 10 }, () => write(note)))
    for (const { code, data } of written)
      expect({ code, data }).toMatchObject({
        code: 200,
        data: { id: noteId, by: { id: support.id }, text: `${markup}\nsecond line` },
      })
    expect((await write({ ...note, text: 'Something else' })).code).toBe(1409)
    const other = await account('Another')
    expect((await desk.post(`players/${other}/notes`, support, note)).code).toBe(1409)
    await desk.clock.advance(1)
    for (const text of ['two', 'three']) {
      await desk.clock.advance(1)
      await write({ noteId: randomUUID(), text })
    }
    for (const text of ['', '   ', 'a\u0000b', 'x'.repeat(2_001)])
      expect((await write({ noteId: randomUUID(), text })).code).toBe(1001)
    const page = await desk.get(`players/${id}/notes?limit=2`, finance)
    expect(page.data.items.map(({ text }: { text: string }) => text)).toEqual(['three', 'two'])
    const rest = await desk.get(`players/${id}/notes?limit=2&cursor=${page.data.next}`, finance)
    expect(rest.data).toMatchObject({ items: [{ id: noteId }], next: null })
    await expect(db.query('update player_note set body = $1', ['x'])).rejects.toThrow('append-only')
    await expect(db.query('delete from player_note')).rejects.toThrow('append-only')
    const { count } = await db.query(
      `select from desk_audit where action = 'note.add' and subject_type = 'account' and subject_id = $1`,
      [id],
    )
    expect(count).toBe(3)
  })
})
