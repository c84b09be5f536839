import { silentLogger } from '@minefall/shared/node'
import { manualClock } from '@minefall/shared/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { Closed, patience } from './persist.ts'

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
    await expect(waiting).rejects.toBeInstanceOf(Closed)
    expect([listeners.size, clock.pending()]).toEqual([0, 0])
  })
})
