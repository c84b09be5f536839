import { expect, test } from 'vitest'
import { backupKey, createBackup } from './backup.ts'
import { eventNo, numbersOf, sharedStorage } from './testing.ts'

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

test('keeps events for all tabs, each once, until they are delivered', () => {
  const storage = sharedStorage()
  const [one, other] = [createBackup(storage.tab()), createBackup(storage.tab())]
  one.add([eventNo(1), eventNo(2)])
  other.add([eventNo(2), eventNo(3)])
  expect(numbersOf(one.head(10))).toEqual([1, 2, 3])
  expect(numbersOf(one.head(2))).toEqual([1, 2])
  other.remove([eventNo(1), eventNo(3), eventNo(4)])
  expect(one.head(10)).toEqual([eventNo(2)])
  one.remove([eventNo(2)])
  expect(storage.kept.has(backupKey)).toBe(false)
})

test('keeps the newest 1000 and drops the oldest', () => {
  const backup = createBackup(sharedStorage().tab())
  backup.add(range(1, 990).map(eventNo))
  backup.add(range(991, 1_007).map(eventNo))
  expect(numbersOf(backup.head(2_000))).toEqual(range(8, 1_007))
})

test('drops what can’t be understood and keeps the rest', () => {
  const storage = sharedStorage()
  const backup = createBackup(storage.tab())
  storage.kept.set(backupKey, JSON.stringify([eventNo(1), { eventType: 'purchase' }, null, 7, eventNo(2)]))
  expect(numbersOf(backup.head(10))).toEqual([1, 2])
  expect(JSON.parse(storage.kept.get(backupKey) ?? '')).toHaveLength(2)
  for (const damaged of ['{"a":1}', '[{', '']) {
    storage.kept.set(backupKey, damaged)
    expect(backup.head(10)).toEqual([])
  }
  backup.add([eventNo(3)])
  expect(numbersOf(backup.head(10))).toEqual([3])
})

test('lives as long as the page where the browser’s storage is full', () => {
  const storage = sharedStorage()
  storage.fill()
  const backup = createBackup(storage.tab())
  backup.add([eventNo(1)])
  expect(numbersOf(backup.head(10))).toEqual([1])
  expect(storage.kept.size).toBe(0)
  backup.clear()
  expect(backup.head(10)).toEqual([])
})
