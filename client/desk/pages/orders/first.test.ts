import { expect, test } from 'vitest'
import { firstOf } from './Orders.tsx'

test('the first order stays the one that is shown when another comes before it, or its own place is lost', () => {
  const opened = firstOf({ of: null, id: undefined }, { of: 'waiting', id: 'a' })
  expect(opened).toEqual({ of: 'waiting', id: 'a' })
  expect(firstOf(opened, { of: 'waiting', id: 'b' })).toBe(opened)
  expect(firstOf(opened, { of: 'waiting', id: undefined })).toBe(opened)
})

test('another list, or the same one opened again, begins with the first that it has then', () => {
  const opened = { of: 'waiting', id: 'a' }
  expect(firstOf(opened, { of: 'completed', id: 'b' })).toEqual({ of: 'completed', id: 'b' })
  const chosen = firstOf(opened, { of: null, id: 'c' })
  expect(firstOf(chosen, { of: 'waiting', id: 'c' })).toEqual({ of: 'waiting', id: 'c' })
  expect(firstOf({ of: 'waiting', id: undefined }, { of: 'waiting', id: 'd' }).id).toBe('d')
})
