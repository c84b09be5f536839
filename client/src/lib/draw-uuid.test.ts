import { requestKeySchema } from '@minefall/shared/contracts/rest'
import { expect, test } from 'vitest'
import { drawUuid } from './draw-uuid.ts'

test('every key is unique, and one that the server takes', () => {
  const keys = Array.from({ length: 100 }, drawUuid)
  for (const key of keys) expect(requestKeySchema.parse(key)).toBe(key)
  expect(new Set(keys).size).toBe(keys.length)
})
