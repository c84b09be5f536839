import { type ReportBody, reportTextMax } from '@minefall/shared/contracts/rest'
import { matchIdSchema } from '@minefall/shared/game'
import { v4 as newKey } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { device, hour, newAddress, type OpenAccounts } from '../accounts/testing.ts'
import type { Database, Sql } from '../db/index.ts'
import { describeDatabase } from '../db/testing.ts'
import { edgeKeyHeader } from '../http/index.ts'
import { edgeKey } from '../http/testing.ts'
import { reportRates } from './take-report.ts'
import { openSupport } from './testing.ts'

type From = { token?: string; deviceId?: string; address?: string }

const report = (given: Partial<ReportBody> = {}): ReportBody => ({
  key: newKey(),
  category: 'match',
  text: 'The board stayed gray after my turn.',
  page: '/game/mines-trial?match=x',
  ...given,
})

/** As a page sees it when an answer was lost. */
const lateConnection = {
  state: 'connecting',
  online: true,
  closeCode: 'timeout',
  attempt: 3,
  roundTripMs: 41.5,
  offsetMs: -3_600_000,
} as const

const openReports = async (db: Database) => {
  const { at, app, close } = await openSupport(db)
  const send = async (body: object, { token, deviceId, address = newAddress() }: From = {}) => {
    const response = await app.inject({
      method: 'POST',
      url: '/api/support/report',
      headers: {
        [edgeKeyHeader]: edgeKey,
        'x-forwarded-for': address,
        'accept-language': 'en-US',
        'user-agent': 'a browser',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(deviceId === undefined ? {} : { 'x-device-id': deviceId }),
      },
      payload: body,
    })
    return { status: response.statusCode, ...response.json() }
  }
  const kept = async () => (await db.query('select * from problem_report order by created_at, id')).rows
  return { at, send, kept, close }
}

describeDatabase('a reported problem', (open) => {
  let db: Database
  let at: OpenAccounts
  let send: Awaited<ReturnType<typeof openReports>>['send']
  let kept: Awaited<ReturnType<typeof openReports>>['kept']
  let close: () => Promise<void>
  beforeAll(async () => {
    db = await open()
    ;({ at, send, kept, close } = await openReports(db))
  })
  afterAll(() => close())

  const keptAs = async (number: string) =>
    (await kept()).find((row) => row.number === number) ?? expect.fail(`${number} was not kept`)

  it('is kept as it was sent, with the account that tells it, and answered with a number', async () => {
    const { id, token } = await at.signIn('told@home.example')
    const body = report({
      category: 'connection',
      matchId: matchIdSchema.parse('ab'.repeat(16)),
      gameId: 'mines-duel',
      connection: lateConnection,
    })
    const { code, data } = await send({ ...body, text: `  ${body.text}\n` }, { token })
    expect(code).toBe(200)
    expect(data.reportId).toMatch(/^R\d{5}-\d{4}$/)
    expect(await keptAs(data.reportId)).toMatchObject({
      player_id: id,
      category: 'connection',
      body: body.text,
      match_id: body.matchId,
      game_id: 'mines-duel',
      page: body.page,
      connection: lateConnection,
      user_agent: 'a browser',
      created_at: new Date(at.clock.now()),
    })
  })

  it('belongs to the device’s guest, who is stored from then on, or to no one without a device', async () => {
    const deviceId = device()
    const { player } = await at.guests.of(db, deviceId)
    const body = report()
    for (const again of [body, body, report()]) {
      const { reportId } = (await send(again, { deviceId })).data
      expect((await keptAs(reportId)).player_id).toBe(player.id)
    }
    expect(await at.guests.of(db, deviceId)).toEqual({ player, isStored: true })
    const ofVisitor = await send(report())
    expect((await keptAs(ofVisitor.data.reportId)).player_id).toBeNull()
  })

  it('is taken of a guest too many of whose network are new, as a visitor’s, and is the same when it is sent again', async () => {
    const deviceId = device()
    const body = report()
    at.crowd.wait = 60_000
    const { reportId } = (await send(body, { deviceId })).data
    at.crowd.wait = null
    expect((await keptAs(reportId)).player_id).toBeNull()
    expect((await at.guests.of(db, deviceId)).isStored).toBe(false)
    expect((await send(body, { deviceId })).data).toEqual({ reportId })
  })

  it('is not taken with a token that is worth nothing', async () => {
    const before = await kept()
    expect(await send(report(), { token: 'nothing' })).toMatchObject({ code: 1401 })
    expect(await kept()).toEqual(before)
  })

  it('is one report however often it is sent, all at once and over another connection too, and its key stands for no other', async () => {
    const { token } = await at.signIn('resends@home.example')
    const before = (await kept()).length
    const body = report()
    const from = { token, address: newAddress() }
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(body, from)))
    expect(new Set(answers.map(({ code, data }) => `${code} ${data?.reportId}`)).size).toBe(1)
    expect(answers[0]?.code).toBe(200)
    const later = await send({ ...body, page: '/games', connection: lateConnection }, from)
    expect(later).toMatchObject({ code: 200, data: answers[0]?.data })
    expect(await send({ ...body, text: 'Something else went wrong.' }, from)).toMatchObject({ code: 1409 })
    expect(await send(body)).toMatchObject({ code: 1409 })
    expect(await kept()).toHaveLength(before + 1)
  })

  it('takes one statement of the database, taken or refused', async () => {
    let asked = 0
    const counting = (sql: Sql): Sql => ({
      query: (text, values) => {
        asked += 1
        return sql.query(text, values)
      },
    })
    const transaction: Database['transaction'] = (work) => db.transaction((tx) => work(counting(tx)))
    const counted = await openReports({ ...db, ...counting(db), transaction })
    const address = newAddress()
    const codes: number[] = []
    asked = 0
    for (let nth = 0; nth <= reportRates.reporter.most; nth += 1)
      codes.push((await counted.send(report(), { address })).code)
    expect(codes).toEqual([...Array(reportRates.reporter.most).fill(200), 1429])
    expect(asked).toBe(codes.length)
    await counted.close()
  })

  it('is taken five times an hour of one player, wherever from, and thirty times from one address', async () => {
    const { token } = await at.signIn('often@home.example')
    const { most } = reportRates.reporter
    for (let nth = 0; nth < most; nth += 1)
      expect(await send(report(), { token })).toMatchObject({ code: 200 })
    expect(await send(report(), { token })).toMatchObject({ code: 1429, data: { seconds: 3_600 } })

    const address = newAddress()
    let sent = 0
    for (; sent < reportRates.address.most; ) {
      const deviceId = device()
      for (let nth = 0; nth < most && sent < reportRates.address.most; nth += 1, sent += 1)
        expect(await send(report(), { deviceId, address })).toMatchObject({ code: 200 })
    }
    expect(await send(report(), { address })).toMatchObject({ code: 1429 })

    await at.clock.advance(hour)
    expect(await send(report(), { deviceId: device(), address })).toMatchObject({ code: 200 })
  })

  describe('that is no report changes nothing', () => {
    const long = 'x'.repeat(reportTextMax + 1)
    it.each([
      ['without a key', { key: undefined }, 'key'],
      ['of a kind that is not there', { category: 'weather' }, 'category'],
      ['without a word', { text: '          ' }, 'text'],
      ['that is too long', { text: long }, 'text'],
      ['with what can’t be kept', { text: 'The board went \0 gray.' }, 'text'],
      ['of no match', { matchId: 'a match' }, 'matchId'],
      ['of no page', { page: 'https://elsewhere.example/' }, 'page'],
      ['of no connection', { connection: { state: 'asleep' } }, 'connection'],
    ])('%s', async (_, given, field) => {
      const before = await kept()
      const { code, data } = await send({ ...report(), ...given })
      expect(code).toBe(1001)
      expect(data.field).toMatch(field)
      expect(await kept()).toEqual(before)
    })
  })

  it('stays as it was sent', async () => {
    await expect(db.query(`update problem_report set body = 'all is well'`)).rejects.toThrow()
    await expect(db.query('delete from problem_report')).rejects.toThrow()
  })
})
