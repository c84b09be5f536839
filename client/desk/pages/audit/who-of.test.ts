import { expect, test } from 'vitest'
import { whoOf } from './Audit.tsx'

test.each([
  [{ staff: { id: '1', name: 'Ann Berg' }, address: '203.0.113.9' }, 'Ann Berg'],
  [{ staff: null, address: 'command line' }, 'Command line'],
  // A sign-in with an address that no one on the staff has.
  [{ staff: null, address: '203.0.113.9' }, 'Unknown'],
])('an entry of the audit log with %j was done by %s', (entry, who) => {
  expect(whoOf(entry)).toBe(who)
})
