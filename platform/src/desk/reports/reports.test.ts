import { randomUUID } from 'node:crypto'
import { deskReportDetailSchema, deskReportsPageSchema } from '@minefall/shared/contracts/desk'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { type OpenDesk, openDesk } from '../testing.ts'

const connection = {
  state: 'connecting',
  online: true,
  closeCode: 'timeout',
  attempt: 3,
  roundTripMs: 41.5,
  offsetMs: 0,
} as const

describeDatabase('reported problems at the desk', (open) => {
  let db: Database
  let desk: OpenDesk
  let agents: Awaited<ReturnType<OpenDesk['staff']>>[]
  beforeAll(async () => {
    db = await open()
    desk = await openDesk(db)
    agents = [await desk.staff('support'), await desk.staff('admin')]
  })
  afterAll(() => desk.close())

  let addresses = 0
  const report = async (given: object = {}, token?: string): Promise<string> => {
    await desk.clock.advance(1_000)
    const body = { key: randomUUID(), category: 'match', text: 'The board stayed gray.', page: '/', ...given }
    const from = { token, address: `198.51.100.${++addresses}` }
    return String((await desk.call('POST', 'support/report', from, body)).data.reportId)
  }
  const page = async (query = '') => {
    const { data, ...rest } = await desk.get(`reports?${query}`, agents[0])
    expect(rest).toMatchObject({ code: 200 })
    return deskReportsPageSchema.parse(data)
  }
  const numbers = async (query = '') => (await page(query)).items.map(({ number }) => number)
  const close = (id: string | undefined, by: number, note = 'Explained by mail') =>
    desk.post(`reports/${id}/close`, agents[by], { note })

  it('are read in pages, whole with what came with them, and closed once with the outcome', async () => {
    const player = await desk.signInPlayer('reports@home.example')
    const told = [
      await report(
        { release: '1a2b3c', connection, matchId: 'a'.repeat(32), text: `<b>=1+1</b> ${'x'.repeat(300)}` },
        player.token,
      ),
      await report(),
      await report({ category: 'coins' }),
    ]
    expect(await numbers()).toEqual(told)
    expect(await numbers('category=coins')).toEqual(told.slice(2))
    expect(await numbers(`playerId=${player.id}`)).toEqual(told.slice(0, 1))
    const first = await page('limit=2')
    expect(await numbers(`limit=2&cursor=${first.next}`)).toEqual(told.slice(2))
    const [one, two] = first.items
    expect(one).toMatchObject({ player: { id: player.id }, closed: null })
    expect(one?.excerpt).toHaveLength(160)
    const whole = deskReportDetailSchema.parse((await desk.get(`reports/${one?.id}`, agents[0])).data)
    expect(whole).toMatchObject({ release: '1a2b3c', connection, match: null, matchId: 'a'.repeat(32) })
    expect(whole.text).toContain('<b>=1+1</b>')
    expect(two).toMatchObject({ player: null, matchId: null })

    const waiting = async () => (await desk.bus.request('desk.counts', {})).data?.reports
    expect(await waiting()).toBe(3)
    expect(await close(two?.id, 0)).toMatchObject({ data: { closed: { note: 'Explained by mail' } } })
    expect(await close(two?.id, 0)).toMatchObject({ code: 200 })
    expect(await close(two?.id, 1)).toMatchObject({ code: 1409 })
    await desk.clock.advance(1_000)
    expect(await close(one?.id, 1)).toMatchObject({ code: 200 })
    expect(await waiting()).toBe(1)
    expect(await numbers()).toEqual(told.slice(2))
    expect(await numbers('status=closed')).toEqual(told.slice(0, 2))
    expect(
      await numbers(`status=closed&limit=1&cursor=${(await page('status=closed&limit=1')).next}`),
    ).toEqual([told[1]])

    const entries = await db.query(
      `select reason, staff_id from desk_audit where action = 'report.close' order by id`,
    )
    expect(entries.rows).toEqual([
      { reason: 'Explained by mail', staff_id: agents[0]?.id },
      { reason: 'Explained by mail', staff_id: agents[1]?.id },
    ])
    await expect(db.query(`update problem_report_closed set note = ''`)).rejects.toThrow()
    expect(await close(randomUUID(), 0)).toMatchObject({ code: 1404 })
    expect(await close(one?.id, 0, 'No')).toMatchObject({ code: 1001 })
    expect(await desk.get(`reports/${randomUUID()}`, agents[0])).toMatchObject({ code: 1404 })
  })
})
