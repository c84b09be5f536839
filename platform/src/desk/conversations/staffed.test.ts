import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { minute } from '../../accounts/testing.ts'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { disableStaff } from '../staff/manage.ts'
import { type OpenDesk, openDesk } from '../testing.ts'

describeDatabase('the chat', (open) => {
  let db: Database
  let desk: OpenDesk
  let playerId: string
  /** All that was reported in a case, and what was reported last. */
  const told: boolean[] = []
  let latest: boolean | undefined
  beforeAll(async () => {
    db = await open()
    desk = await openDesk(db)
    desk.bus.subscribe('chat.staffed', null, ({ staffed }) => {
      told.push(staffed)
      latest = staffed
    })
    playerId = (await desk.signInPlayer('waits@home.example')).id
  })
  beforeEach(async () => {
    await db.query('delete from staff_presence')
    await expectStaffed(false)
    told.length = 0
  })
  afterAll(() => desk.close())

  const staffed = async () => (await desk.bus.request('chat.open', { playerId })).data?.staffed
  /** What a player finds who opens the chat, and what those learn who have it open. */
  const expectStaffed = async (expected: boolean) => {
    expect(await staffed()).toBe(expected)
    // Those who have it open hear of it within ten seconds.
    await expect
      .poll(async () => {
        await desk.clock.advance(10_000)
        return latest
      })
      .toBe(expected)
  }
  const present = (staffId: string) => desk.bus.request('staff.present', { staffId, edge: 'edge-1' })

  it('is staffed while someone who may answer calls, and for a minute after that', async () => {
    const agent = await desk.staff('support')
    await desk.get('me', agent)
    expect(await staffed()).toBe(true)
    expect(told).toEqual([true])
    await desk.clock.advance(minute / 2)
    await desk.get('me', agent)
    await desk.clock.advance(minute - 1_000)
    expect(await staffed()).toBe(true)
    await desk.clock.advance(1_000)
    await expectStaffed(false)
    expect(told).toEqual([true, false])
  })

  it('is staffed while a BFF says that someone has the desk open', async () => {
    const agent = await desk.hire('admin')
    for (let nth = 0; nth < 5; nth += 1) {
      expect(await present(agent.id)).toMatchObject({ code: 200, data: null })
      expect(await staffed()).toBe(true)
      await desk.clock.advance(minute / 2)
    }
    expect(told).toEqual([true])
    await desk.clock.advance(minute / 2)
    await expectStaffed(false)
  })

  it('is not staffed by someone who may not answer, has left, or was never here', async () => {
    const finance = await desk.staff('finance')
    expect(await desk.get('conversations', finance)).toMatchObject({ code: 1403 })
    await present(finance.id)
    await present(randomUUID())
    expect(await staffed()).toBe(false)
    const leaver = await desk.staff('support')
    await desk.get('me', leaver)
    expect(await staffed()).toBe(true)
    await disableStaff(desk.office, leaver.email)
    expect(await staffed()).toBe(false)
    await present(leaver.id)
    await expectStaffed(false)
  })

  it('is not staffed any more when the last one has signed out', async () => {
    const [one, other] = [await desk.staff('support'), await desk.staff('support')]
    for (const person of [one, other]) await desk.get('me', person)
    await desk.post('logout', one)
    expect(await staffed()).toBe(true)
    await desk.post('logout', other)
    expect(await staffed()).toBe(false)
    expect(told).toEqual([true, false])
  })

  it('is staffed by someone who has signed out of one of two desks until they sign out of the other', async () => {
    const here = await desk.staff('support')
    const there = { ...here, ...(await desk.signIn(here)) }
    for (const at of [here, there]) await desk.get('me', at)
    await desk.post('logout', here)
    expect(await staffed()).toBe(true)
    await desk.post('logout', there)
    expect(await staffed()).toBe(false)
    expect(told).toEqual([true, false])
  })
})
