import { describe, expect, test } from 'vitest'
import { callError, waitOf } from './call-error.ts'

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
