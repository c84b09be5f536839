import { expect, it } from 'vitest'
import { coresIn, familySecondsOf, hasProc, mainThreadSecondsOf, secondsOf } from './processor.ts'

it('reads sets of cores', () => {
  expect(['0', '0-1', '0-2,5', '3,7-8'].map(coresIn)).toEqual([[0], [0, 1], [0, 1, 2, 5], [3, 7, 8]])
})

it('a process has used what its threads have, a family what its members have', () => {
  const mainThread = mainThreadSecondsOf(process.pid)
  const own = secondsOf(process.pid)
  expect(mainThread > 0).toBe(hasProc)
  expect(own).toBeGreaterThanOrEqual(mainThread)
  expect(familySecondsOf(process.pid)).toBeGreaterThanOrEqual(own)
})
