import { notices } from '@minefall/shared/notices'
import { expect, test } from 'vitest'
import enUs from './locales/en-US/notices.json'

test('the English notices are those of the server', () => {
  expect(enUs).toEqual(Object.fromEntries(Object.entries(notices).map(([name, { en }]) => [name, en])))
})
