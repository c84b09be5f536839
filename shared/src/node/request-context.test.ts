import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { systemClock } from './clock.ts'
import { currentRequestId, withRequestId } from './request-context.ts'

describe('the request of a piece of work', () => {
  it('is known to all it does, also later, and to no one else', async () => {
    const steps = async () => {
      const seen = [currentRequestId()]
      await delay(0)
      seen.push(currentRequestId())
      await new Promise<void>((resolve) => queueMicrotask(resolve))
      return [...seen, currentRequestId()]
    }
    const [one, two, none] = await Promise.all([
      withRequestId('one', steps),
      withRequestId('two', steps),
      steps(),
    ])
    expect(one).toEqual(['one', 'one', 'one'])
    expect(two).toEqual(['two', 'two', 'two'])
    expect(none).toEqual([undefined, undefined, undefined])
  })

  it('is not that of what goes on by the clock, but again that of who waited for it', async () => {
    await withRequestId('one', async () => {
      const byClock = await new Promise((resolve) => systemClock.after(0, () => resolve(currentRequestId())))
      expect(byClock).toBeUndefined()
      expect(currentRequestId()).toBe('one')
    })
  })

  it('can be left', () => {
    withRequestId('one', () => {
      expect(withRequestId(undefined, currentRequestId)).toBeUndefined()
      expect(currentRequestId()).toBe('one')
    })
  })
})
