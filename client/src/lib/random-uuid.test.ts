import { requestKeySchema } from '@minefall/shared/contracts'
import { expect, test } from 'vitest'
import { randomUuid } from './random-uuid.ts'

test('is a UUID of version 4 whatever is drawn', () => {
  for (const digit of '0123456789abcdef') {
    const uuid = randomUuid(() => digit.repeat(32))
    expect(requestKeySchema.parse(uuid)).toBe(uuid)
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  }
  expect(randomUuid()).not.toBe(randomUuid())
})
