import { expect, test } from 'vitest'
import { edgeName } from './edge-name.ts'

test('a BFF has another name with each start, which begins as it was sent', () => {
  expect(edgeName('bff-1')).toMatch(/^bff-1-[0-9a-f]{8}$/)
  expect(edgeName(undefined)).toMatch(/^edge-[0-9a-f]{8}$/)
  expect(edgeName('bff-1')).not.toBe(edgeName('bff-1'))
})
