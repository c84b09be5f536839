import { bodyCode } from '@minefall/shared/contracts'
import { describe, expect, test } from 'vitest'
import { callError, isUnclear, waitOf } from './call-error.ts'

describe('the seconds to wait', () => {
  test.each([
    [callError(1429, '', { data: { seconds: 7 } }), 7],
    [callError(1429, '', { data: { seconds: 0 } }), null],
    [callError(1429, '', { data: { seconds: '7' } }), null],
    [callError(1429, ''), null],
    [new Error('seconds: 7'), null],
    [null, null],
  ])('%s means %s', (error, seconds) => {
    expect(waitOf(error)).toBe(seconds)
  })
})

test.each([
  [callError(bodyCode.timeout, '', { answered: false }), true],
  [callError(bodyCode.ourFault, ''), true],
  [new Error('offline'), true],
  [callError(bodyCode.notFound, ''), false],
  [callError(bodyCode.tokenExpired, ''), false],
])('whether no one knows the effect of a call that failed with %s: %s', (error, expected) => {
  expect(isUnclear(error)).toBe(expected)
})
