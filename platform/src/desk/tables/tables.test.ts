import type { BusEvent } from '@minefall/shared/contracts/bus'
import { type DeskTable, deskActivitySchema, deskTableSchema } from '@minefall/shared/contracts/desk'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { type OpenDesk, openDesk } from '../testing.ts'

const reason = 'Fewer people play it'

describeDatabase('what staff change of play', (open) => {
  let db: Database
  let desk: OpenDesk
  let admin: Awaited<ReturnType<OpenDesk['staff']>>
  const told: BusEvent<'lobby.table'>[] = []
  beforeAll(async () => {
    db = await open()
    desk = await openDesk(db)
    admin = await desk.staff('admin')
    desk.bus.subscribe('lobby.table', null, (table) => void told.push(table))
  })
  afterAll(() => desk.close())

  const tables = async () => deskTableSchema.array().parse((await desk.get('tables', admin)).data)
  const table = async (id: string): Promise<DeskTable> =>
    (await tables()).find(({ gameId }) => gameId === id) ?? expect.fail(`there is no ${id}`)
  const bodyOf = ({ isOpen, stakes, practice, rakeBps, version }: DeskTable) => ({
    isOpen,
    stakes,
    practice,
    rakeBps,
    version,
    reason,
  })
  const change = async (id: string, given: object) =>
    desk.post(`tables/${id}`, admin, { ...bodyOf(await table(id)), ...given })
  const audit = async (action: string) =>
    (await db.query('select subject_id, reason, before, after from desk_audit where action = $1', [action]))
      .rows

  it('is a table: open or closed, its stakes, rake and practice opponents, by version', async () => {
    expect((await tables()).map(({ gameId }) => gameId)).toHaveLength(5)
    const duel = await table('mines-duel')
    expect(duel).toMatchObject({ isOpen: true, stakes: ['10', '100', '1000'], rakeBps: null, version: 1 })
    const changed = await change('mines-duel', { isOpen: false, stakes: ['20', '200'], rakeBps: 250 })
    expect(changed).toMatchObject({ code: 200, data: { isOpen: false, rules: { rakeBps: 250 }, version: 2 } })
    expect(told).toMatchObject([
      {
        isOpen: false,
        version: 2,
        table: { gameId: 'mines-duel', stakes: ['20', '200'], rules: { rakeBps: 250 } },
      },
    ])
    expect(await desk.post('tables/mines-duel', admin, bodyOf(duel))).toMatchObject({ code: 1409 })
    const own = { isOpen: true, stakes: ['10', '100', '1000'], practice: false, rakeBps: null }
    expect(await audit('table.change')).toEqual([
      {
        subject_id: 'mines-duel',
        reason,
        before: own,
        after: { ...own, isOpen: false, stakes: ['20', '200'], rakeBps: 250 },
      },
    ])
  })

  it('is not what can’t be: stakes out of order or too large, opponents where coins are, a rake on trials', async () => {
    const before = await tables()
    for (const stakes of [[], ['10', '10'], ['100', '10'], ['0'], ['1000001'], ['-1'], ['1.5']])
      expect(await change('mines-classic', { stakes }), stakes.join()).toMatchObject({ code: 1001 })
    expect(await change('mines-trial', { stakes: ['1001'] })).toMatchObject({ data: { field: 'stakes' } })
    expect(await change('mines-trial', { rakeBps: 1 })).toMatchObject({ data: { field: 'rakeBps' } })
    expect(await change('mines-classic', { practice: true })).toMatchObject({ data: { field: 'practice' } })
    expect(await change('mines-classic', { rakeBps: 1_001 })).toMatchObject({ code: 1001 })
    expect(await change('mines-classic', { reason: '' })).toMatchObject({ code: 1001 })
    expect(await tables()).toEqual(before)
    expect(told).toHaveLength(1)
  })

  it('is an activity: whether and when it runs, its goal and its gift', async () => {
    const activities = async () =>
      deskActivitySchema.array().parse((await desk.get('activities', admin)).data)
    const [first] = await activities()
    if (!first) return expect.fail('there are no activities')
    const { id, metric: _fixed, period: _too, ...rest } = first
    const body = { ...rest, reason }
    const set = (given: object) => desk.post(`activities/${id}`, admin, { ...body, ...given })
    const endsAt = desk.clock.now() + 1_000
    for (const wrong of [{ goal: 0 }, { gift: '0' }, { gift: '100001' }, { beginsAt: endsAt, endsAt }])
      expect(await set(wrong)).toMatchObject({ code: 1001 })
    expect(await set({ isOpen: false, gift: '75', endsAt })).toMatchObject({
      data: { gift: '75', version: 2 },
    })
    expect(await set({})).toMatchObject({ code: 1409 })
    expect(await audit('activity.change')).toMatchObject([
      {
        subject_id: id,
        before: { isOpen: true, gift: first.gift },
        after: { isOpen: false, gift: '75', endsAt },
      },
    ])
    expect((await activities())[0]).toMatchObject({ id, isOpen: false, endsAt })
    expect(await desk.post('activities/none', admin, body)).toMatchObject({ code: 1404 })
  })
})
