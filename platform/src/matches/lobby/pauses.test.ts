import { expect, it } from 'vitest'
import { countPauses } from './pauses.ts'

it('whoever missed no reveal for long is forgotten', () => {
  const pauses = countPauses({ pauseAfterMissed: 3, pauseWindowMs: 86_400_000, pauseMs: 600_000 })
  for (let guest = 0; guest < 100; guest += 1) pauses.missed(`guest ${guest}`, 0)
  for (const at of [1, 2]) pauses.missed('guest 0', at)
  expect(pauses.pausedUntil('guest 0', 3)).toBe(600_002)
  expect(pauses.remembered()).toBe(100)
  pauses.missed('another', 86_400_000)
  expect(pauses.remembered()).toBe(1)
})
