import { describe, expect, test } from 'vitest'
import { safeStorage } from './storage.ts'
import { memoryStorage } from './testing-storage.ts'

describe('storage', () => {
  test('keeps what it is given where the browser keeps it', () => {
    const browser = memoryStorage()
    const store = safeStorage(() => browser)
    store.set('a', '1')
    expect(browser.kept.get('a')).toBe('1')
    expect(store.get('a')).toBe('1')
    store.remove('a')
    expect(store.get('a')).toBeNull()
  })

  test('that is forbidden lives as long as the page', () => {
    const store = safeStorage(() => {
      throw new Error('SecurityError')
    })
    expect(store.get('a')).toBeNull()
    store.set('a', '1')
    expect(store.get('a')).toBe('1')
    store.remove('a')
    expect(store.get('a')).toBeNull()
  })

  test('that is full remembers the newest value, not the one it still holds', () => {
    const browser = memoryStorage(new Map([['a', 'old']]))
    const store = safeStorage(() => ({
      ...browser,
      setItem: () => {
        throw new Error('QuotaExceededError')
      },
    }))
    store.set('a', 'new')
    expect(store.get('a')).toBe('new')
  })

  test('tells why it keeps nothing, and keeps on trying', () => {
    const told: string[] = []
    let problem: DOMException | null = new DOMException('no', 'SecurityError')
    const browser = memoryStorage()
    const store = safeStorage(
      () => {
        if (problem) throw problem
        return browser
      },
      (trouble) => told.push(trouble),
    )
    store.get('a')
    expect(told).toEqual([])
    store.set('a', '1')
    problem = new DOMException('no room', 'QuotaExceededError')
    store.set('a', '2')
    expect(told).toEqual(['blocked', 'full'])
    problem = null
    store.set('a', '3')
    expect(browser.kept.get('a')).toBe('3')
    expect(told).toEqual(['blocked', 'full'])
  })
})
