import { manualClock } from '@minefall/shared/testing'
import { expect, it } from 'vitest'
import { describeDatabases } from '../../db/testing.ts'
import { withFaults } from '../faults.ts'
import { watchStorage } from './watch-storage.ts'

const awayMs = 300

describeDatabases('a watched journal', (open) => {
  const watch = async () => {
    const { db, fault } = withFaults(await open())
    const clock = manualClock()
    return { clock, fault, storage: watchStorage(db.journal, { clock, awayMs }) }
  }

  it('is away since what failed first was begun, until it answers', async () => {
    const { clock, fault, storage } = await watch()
    fault.away = true
    const since = clock.now()
    await expect(storage.journal.query('select 1')).rejects.toThrow()
    await clock.advance(awayMs - 1)
    expect(storage.awaySince()).toBeNull()
    await clock.advance(1)
    expect(storage.awaySince()).toBe(since)
    fault.away = false
    storage.check()
    await expect.poll(storage.awaySince).toBeNull()
  })

  it('is found to be away while nobody uses it', async () => {
    const { clock, fault, storage } = await watch()
    fault.away = true
    await clock.advance(499)
    storage.check()
    expect(fault.struck).toBe(0)
    await clock.advance(1)
    const since = clock.now()
    storage.check()
    expect(fault.struck).toBe(1)
    await clock.advance(awayMs)
    expect(storage.awaySince()).toBe(since)
  })

  it.each(['MF001', '23505'])('was heard when it refuses by a rule: %s', async (code) => {
    const { clock, storage } = await watch()
    const refused = `do $$ begin raise exception 'not so' using errcode = '${code}'; end $$`
    await expect(storage.journal.query(refused)).rejects.toThrow('not so')
    await clock.advance(awayMs)
    expect(storage.awaySince()).toBeNull()
  })
})
