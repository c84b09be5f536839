import { describe, expect, test } from 'vitest'
import { pageLock, tabLock, tabMarks } from './tab-lock.ts'

/** Work whose end is in the hands of the test. */
const work = (log: string[], name: string) => {
  let end: (error?: Error) => void = () => {}
  const ended = new Promise<string>((resolve, reject) => {
    end = (error) => (error ? reject(error) : resolve(name))
  })
  return {
    run: () => {
      log.push(name)
      return ended
    },
    end: (error?: Error) => end(error),
  }
}
const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

describe('without Web Locks', () => {
  test('work of one name is done one after another, also after a failure', async () => {
    const lock = pageLock()
    const log: string[] = []
    const [one, two, other] = [work(log, 'one'), work(log, 'two'), work(log, 'other')]
    const first = lock('a', one.run)
    const second = lock('a', two.run)
    const beside = lock('b', other.run)
    await settle()
    expect(log).toEqual(['one', 'other'])
    one.end(new Error('failed'))
    await expect(first).rejects.toThrow('failed')
    await settle()
    expect(log).toEqual(['one', 'other', 'two'])
    two.end()
    other.end()
    expect([await second, await beside]).toEqual(['two', 'other'])
  })
})

describe('with Web Locks', () => {
  /** A lock that another tab holds until it is released; like the browser's, a wait for it can be aborted. */
  const heldLock = () => {
    let release: () => void = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const request = async (_name: string, { signal }: LockOptions, run: () => unknown) => {
      await Promise.race([
        released,
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
      ])
      return run()
    }
    return { locks: { request: request as LockManager['request'] }, release: () => release() }
  }

  test('work waits for its turn', async () => {
    const { locks, release } = heldLock()
    const log: string[] = []
    const one = work(log, 'one')
    const done = tabLock(locks, () => new AbortController().signal)('a', one.run)
    await settle()
    expect(log).toEqual([])
    release()
    one.end()
    expect(await done).toBe('one')
  })

  test('anyone who has waited long enough for a tab that sleeps goes on', async () => {
    const { locks } = heldLock()
    const patience = new AbortController()
    const one = work([], 'one')
    const done = tabLock(locks, () => patience.signal)('a', one.run)
    one.end()
    patience.abort()
    expect(await done).toBe('one')
  })

  test('work that fails is not done again, even when patience has run out in the meantime', async () => {
    const { locks, release } = heldLock()
    const log: string[] = []
    const one = work(log, 'one')
    const patience = new AbortController()
    const done = tabLock(locks, () => patience.signal)('a', one.run)
    release()
    await settle()
    patience.abort()
    one.end(new Error('failed'))
    await expect(done).rejects.toThrow('failed')
    expect(log).toEqual(['one'])
  })
})

describe('where the browser refuses Web Locks, as it does with storage', () => {
  const refuse = async () => {
    throw new DOMException('not allowed in this context', 'SecurityError')
  }
  const locks = { request: refuse as LockManager['request'], query: refuse as LockManager['query'] }

  test('work is done without one', async () => {
    const one = work([], 'one')
    const done = tabLock(locks, () => new AbortController().signal)('a', one.run)
    one.end()
    expect(await done).toBe('one')
  })

  test('nothing is marked', async () => {
    const marks = tabMarks(locks, async () => undefined)
    await marks.mark('a')
    expect(await marks.isMarked('a')).toBe(false)
  })
})

test('a mark is seen by all until it expires', async () => {
  const held = new Set<string>()
  const request = async (name: string, _options: LockOptions, run: () => unknown) => {
    held.add(name)
    await run()
    held.delete(name)
  }
  let expire: () => void = () => {}
  const expiry = new Promise<void>((resolve) => {
    expire = resolve
  })
  const marks = tabMarks(
    {
      request: request as LockManager['request'],
      query: async () => ({ held: [...held].map((name) => ({ name, mode: 'exclusive', clientId: '' })) }),
    },
    () => expiry,
  )
  expect(await marks.isMarked('a')).toBe(false)
  await marks.mark('a')
  expect([await marks.isMarked('a'), await marks.isMarked('b')]).toEqual([true, false])
  expire()
  await settle()
  expect(await marks.isMarked('a')).toBe(false)
})
