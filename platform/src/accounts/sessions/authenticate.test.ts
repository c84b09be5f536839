import { describe, expect, it } from 'vitest'
import { lifetimes } from '../settings.ts'
import { judgeToken, type Session } from './authenticate.ts'

const minute = 60_000
const day = 24 * 60 * minute
const now = 100 * day

const session = (changes: Partial<Session> = {}): Session => ({
  id: 'a'.repeat(32),
  playerId: 'p',
  counter: 3,
  issuedAt: now - minute,
  previousIssuedAt: now - 20 * minute,
  usedAt: null,
  createdAt: now - day,
  endReason: null,
  ...changes,
})

describe('a token', () => {
  it.each<[string, Partial<Session>, number, ReturnType<typeof judgeToken>]>([
    ['in force', {}, 3, { worth: 'current', expired: false }],
    ['of thirty minutes', { issuedAt: now - lifetimes.token }, 3, { worth: 'current', expired: true }],
    ['just under that', { issuedAt: now - lifetimes.token + 1 }, 3, { worth: 'current', expired: false }],
    ['before an unused one', {}, 2, { worth: 'previous', expired: false }],
    [
      'before an unused one, and old',
      { previousIssuedAt: now - 31 * minute },
      2,
      { worth: 'previous', expired: true },
    ],
    ['before one used 9.999 s ago', { usedAt: now - 9_999 }, 2, { worth: 'previous', expired: false }],
    ['before one used 10 s ago', { usedAt: now - 10_000 }, 2, { worth: 'superseded' }],
    ['two before', {}, 1, { worth: 'superseded' }],
    ['never given out', {}, 4, { worth: 'over' }],
    ['of an ended session', { endReason: 'ended' }, 3, { worth: 'over' }],
    ['idle for 14 days', { issuedAt: now - 14 * day, createdAt: now - 15 * day }, 3, { worth: 'over' }],
    ['of a session of 30 days', { createdAt: now - 30 * day }, 3, { worth: 'over' }],
    ['just under that', { createdAt: now - 30 * day + 1 }, 3, { worth: 'current', expired: false }],
  ])('%s', (_, changes, counter, verdict) => {
    expect(judgeToken(session(changes), counter, now)).toEqual(verdict)
  })
})
