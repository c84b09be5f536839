import { silentLogger } from '@minefall/shared/node'
import { manualClock } from '@minefall/shared/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { describeDatabases } from '../../db/testing.ts'
import { withFaults } from '../faults.ts'
import { HostClosed, patience, watchStorage } from './persist.ts'

describe('patience', () => {
  const clock = manualClock()
  const listeners = new Set<() => void>()
  let closed: boolean
  const begin = () =>
    patience({
      clock,
      log: silentLogger(),
      retryMs: [50, 1_000],
      closed: () => closed,
      onClosing(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    })
  beforeEach(() => {
    closed = false
  })

  it('waits longer each time, up to the longest, and leaves nothing behind however often', async () => {
    const wait = begin()
    const waited: number[] = []
    for (let tries = 0; tries < 9; tries += 1) {
      const from = clock.now()
      let isOver = false
      const over = wait().then(() => {
        isOver = true
      })
      await clock.advance(0)
      while (!isOver) await clock.advance(10)
      await over
      waited.push(clock.now() - from)
    }
    expect(waited).toEqual([0, 0, 50, 100, 200, 400, 800, 1_000, 1_000])
    expect([listeners.size, clock.pending()]).toEqual([0, 0])
  })

  it('ends at once when the host closes', async () => {
    const wait = begin()
    await wait()
    await wait()
    const waiting = wait()
    closed = true
    for (const listener of listeners) listener()
    await expect(waiting).rejects.toBeInstanceOf(HostClosed)
    expect([listeners.size, clock.pending()]).toEqual([0, 0])
  })
})

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

  it('is found to be away while no one uses it', async () => {
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

  const refusal = (code: string) => `do $$ begin raise exception 'not so' using errcode = '${code}'; end $$`

  it.each(['25006', '28P01', '3D000'])('is away when it refuses as around a failover: %s', async (code) => {
    const { clock, storage } = await watch()
    const since = clock.now()
    await expect(storage.journal.query(refusal(code))).rejects.toThrow('not so')
    await clock.advance(awayMs)
    expect(storage.awaySince()).toBe(since)
  })

  it.each(['MF001', '23505'])('was heard when it refuses by a rule: %s', async (code) => {
    const { clock, storage } = await watch()
    await expect(storage.journal.query(refusal(code))).rejects.toThrow('not so')
    await clock.advance(awayMs)
    expect(storage.awaySince()).toBeNull()
  })
})
