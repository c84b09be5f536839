import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import type { By } from '../audit/write-audit.ts'
import { changeChannel, changeRate } from '../catalogue/change.ts'
import { listChannels } from '../catalogue/channels.ts'
import { makeArena } from '../tables/arenas.ts'
import { changeActivity, listActivities } from '../tables/change-activity.ts'
import { changeTable, listTables } from '../tables/change-table.ts'
import { type OpenDesk, openDesk } from '../testing.ts'
import { disableStaff } from './manage.ts'

const reason = 'The market moved'
const first = <T>([one]: T[]): T => one ?? expect.fail('there is none')

type Change = (world: OpenDesk['world'], by: By) => Promise<unknown>

const changes: Record<string, Change> = {
  'a table': async (world, by) => {
    const { gameId, isOpen, stakes, practice, rakeBps, version } = first(await listTables(world.db, 0))
    return changeTable(world, { gameId, isOpen: !isOpen, stakes, practice, rakeBps, version, reason }, by)
  },
  'an activity': async (world, by) => {
    const { metric: _fixed, period: _too, ...activity } = first(await listActivities(world.db))
    return changeActivity(world, { ...activity, goal: activity.goal + 1, reason }, by)
  },
  'the limits of a channel': async (world, by) => {
    const channel = first(await listChannels(world.db))
    return changeChannel(world, { ...channel, isOpen: !channel.isOpen, reason }, by)
  },
  'the rate of a channel': async (world, by) =>
    changeChannel(world, { ...first(await listChannels(world.db)), rate: '0.5', reason }, by),
  'a displayed rate': (world, by) => changeRate(world, { currencycode: 'JPY', rate: '21.5', reason }, by),
  'a new arena': (world, by) =>
    makeArena(
      world,
      {
        ...{ arenaId: '00000000-0000-4000-8000-0000000000a1', gameId: 'mines-clues', minutes: 20, reason },
        ...{ asset: 'coin', stake: '100', rakeBps: 500, potEach: '0', potMost: '0' },
        beginsAt: world.clock.now() + 3_600_000,
      },
      by,
    ),
}

describeDatabase('someone disabled while their call is under way', (open) => {
  let db: Database
  let desk: OpenDesk
  let by: By
  beforeAll(async () => {
    db = await open()
    desk = await openDesk(db)
    by = { staff: await desk.hire('admin'), address: '203.0.113.9' }
    await disableStaff(desk.office, by.staff.email)
  })
  afterAll(() => desk.close())

  it.each(Object.entries(changes))('is refused: %s', async (_what, change) => {
    expect(await change(desk.world, by)).toEqual({ refused: 1501 })
    expect((await db.query('select from desk_audit where staff_id = $1', [by.staff.id])).count).toBe(0)
  })
})
