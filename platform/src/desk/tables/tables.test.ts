import type { BusEvent } from '@minefall/shared/contracts/bus'
import { type DeskTable, deskActivitySchema, deskTableSchema } from '@minefall/shared/contracts/desk'
import { arenaSchema } from '@minefall/shared/contracts/live'
import { catalogue } from '@minefall/shared/game'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { disableStaff } from '../staff/manage.ts'
import { type OpenDesk, openDesk } from '../testing.ts'
import { placeOrders } from '../testing-orders.ts'
import { cancelArenaByHand } from './arenas.ts'

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
    expect((await tables()).map(({ gameId }) => gameId)).toEqual(catalogue.map((one) => one.gameId))
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

  it('is an arena: made once with a stake or with bonus coins of the house, and canceled with a reason', async () => {
    const arenaId = '00000000-0000-4000-8000-0000000000a1'
    const body = {
      ...{ arenaId, gameId: 'mines-clues', beginsAt: desk.clock.now() + 3_600_000, minutes: 20, reason },
      ...{ asset: 'coin', stake: '100', rakeBps: 500, potEach: '0', potMost: '0' },
    }
    const made = await desk.post('arenas', admin, body)
    expect(made).toMatchObject({ code: 200, data: { arenaId, stake: '100', pot: '0', plan: null } })
    expect(await desk.post('arenas', admin, body)).toEqual(made)
    const twice = { ...body, arenaId: arenaId.replace('a1', 'a4') }
    const [one, other] = await Promise.all([
      desk.post('arenas', admin, twice),
      desk.post('arenas', admin, twice),
    ])
    expect(other).toEqual(one)
    for (const terms of [
      { gameId: 'mines-royale' },
      { beginsAt: body.beginsAt + 60_000 },
      { minutes: 21 },
      { asset: 'promo' },
      { stake: '1000' },
      { rakeBps: 0 },
    ])
      expect(await desk.post('arenas', admin, { ...body, ...terms }), JSON.stringify(terms)).toMatchObject({
        code: 1409,
      })
    const raced = { ...body, arenaId: arenaId.replace('a1', 'a5') }
    const codes = await Promise.all([
      desk.post('arenas', admin, raced),
      desk.post('arenas', admin, { ...raced, stake: '1000' }),
    ])
    expect(codes.map(({ code }) => code).sort()).toEqual([1409, 200])
    const free = { ...body, arenaId: arenaId.replace('a1', 'a2'), asset: 'promo', stake: '0', rakeBps: 0 }
    expect(await desk.post('arenas', admin, { ...free, potEach: '10', potMost: '500' })).toMatchObject({
      data: { stake: '0', potMost: '500' },
    })
    for (const pot of [
      { potEach: '10', potMost: '600' },
      { potEach: '11', potMost: '500' },
    ])
      expect(await desk.post('arenas', admin, { ...free, ...pot })).toMatchObject({ code: 1409 })
    for (const wrong of [
      { gameId: 'mines-duel' },
      { gameId: 'mines-trial' },
      { beginsAt: desk.clock.now() },
      { beginsAt: desk.clock.now() + 31 * 86_400_000 },
      { stake: '0' },
      { stake: '1000001' },
      { minutes: 4 },
      { rakeBps: 1_001 },
      { potMost: '1' },
    ])
      expect(
        await desk.post('arenas', admin, { ...body, arenaId: arenaId.replace('a1', 'a3'), ...wrong }),
        JSON.stringify(wrong),
      ).toMatchObject({ code: 1001 })
    const listed = z.array(arenaSchema).parse((await desk.get('arenas', admin)).data)
    expect(listed.filter(({ plan }) => plan === null)).toHaveLength(4)
    expect(await desk.post(`arenas/${arenaId}/cancel`, admin, { reason })).toMatchObject({ code: 200 })
    expect(await desk.post(`arenas/${arenaId}/cancel`, admin, { reason })).toMatchObject({ code: 1409 })
    expect(await audit('arena.make')).toHaveLength(4)
    expect(await audit('arena.cancel')).toMatchObject([{ subject_id: arenaId, reason }])
  })

  it('is an arena, but canceled by no one whose own account joined it, and by no one disabled', async () => {
    const arenaId = '00000000-0000-4000-8000-0000000000b1'
    const body = {
      ...{ arenaId, gameId: 'mines-clues', beginsAt: desk.clock.now() + 3_600_000, minutes: 20, reason },
      ...{ asset: 'coin', stake: '100', rakeBps: 500, potEach: '0', potMost: '0' },
    }
    expect(await desk.post('arenas', admin, body)).toMatchObject({ code: 200 })
    const email = 'own@house.example'
    const person = await desk.hire('admin', { email })
    const own = { ...person, ...(await desk.signIn(person)) }
    const joined = await placeOrders(db, desk.clock).player(email)
    await db.query(
      'insert into arena_player (arena_id, player_id, nth, joined_at, version) values ($1, $2, 1, $3, 1)',
      [arenaId, joined, new Date(desk.clock.now())],
    )
    expect(await desk.post(`arenas/${arenaId}/cancel`, own, { reason })).toMatchObject({ code: 1403 })
    const gone = await desk.hire('admin')
    await disableStaff(desk.office, gone.email)
    expect(
      await cancelArenaByHand(desk.world, { id: arenaId, reason }, { staff: gone, address: '203.0.113.9' }),
    ).toEqual({ refused: 1501 })
    expect((await audit('arena.cancel')).filter(({ subject_id }) => subject_id === arenaId)).toEqual([])
    expect(await desk.post(`arenas/${arenaId}/cancel`, admin, { reason })).toMatchObject({ code: 200 })
  })
})
