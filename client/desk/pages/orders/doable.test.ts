import { describe, expect, test } from 'vitest'
import { doable, isLastApproval } from './doable.ts'

const noOne = { needed: 1, given: [], why: null }
const deciders = { refused: null, others: [] }
const approvedBy = (staffId: string, counts = true) => ({
  needed: 2,
  given: [{ staffId, name: 'Ann', reference: 'x', at: 0, counts }],
  why: null,
})
const nothing = {
  ...{ take: false, approve: false, reject: false, waitsForOther: false, waitsForIdentity: false },
}

describe('what can be done with', () => {
  test.each([
    ['deposit', 'submitted', {}],
    ['deposit', 'paid', { take: true }],
    ['deposit', 'reviewing', { approve: true, reject: true }],
    ['deposit', 'completed', {}],
    ['deposit', 'failed', { take: true }],
    ['withdrawal', 'pending', { take: true, reject: true }],
    ['withdrawal', 'completed', {}],
    ['withdrawal', 'rejected', {}],
    ['withdrawal', 'a status of tomorrow', {}],
  ] as const)('a %s that is %s', (kind, status, can) => {
    expect(doable({ kind, status, flags: [], approvals: noOne, deciders, events: [] }, 'me')).toEqual({
      ...nothing,
      ...can,
    })
  })

  const started = { status: 'pending', actorKind: 'staff', actor: 'Ann', reason: null, at: 0 } as const
  const placed = { ...started, actorKind: 'player', actor: 'Mai' } as const
  const pending = (given: Partial<Parameters<typeof doable>[0]>, staffId = 'me') => {
    const order = { kind: 'withdrawal', status: 'pending', approvals: noOne, deciders } as const
    return doable({ ...order, flags: [], events: [placed, started], ...given }, staffId)
  }

  test('a withdrawal is approved once someone started to pay it, which no one else starts then', () => {
    expect(pending({ events: [placed] })).toEqual({ ...nothing, take: true, reject: true })
    expect(pending({})).toEqual({ ...nothing, approve: true, reject: true })
  })

  test('an order that one has approved is left to someone else, but for its reference', () => {
    const approvals = approvedBy('me')
    expect(pending({ approvals })).toEqual({ ...nothing, reject: true, approve: true, waitsForOther: true })
    // It may be paid: no one else rejects it.
    expect(pending({ approvals }, 'you')).toEqual({ ...nothing, approve: true })
    expect(pending({ approvals, events: [placed] }, 'you')).toEqual({ ...nothing, approve: true })
  })

  test('an order that two have approved and that still waits is approved again by one of them', () => {
    const [mine, theirs] = [approvedBy('me'), approvedBy('you')]
    const approvals = { ...mine, given: [...mine.given, ...theirs.given] }
    expect(pending({ approvals })).toEqual({ ...nothing, approve: true })
    const gone = { ...mine, given: [...mine.given, ...approvedBy('gone', false).given] }
    expect(pending({ approvals: gone })).toMatchObject({ approve: true, waitsForOther: true })
  })

  test('an order on the other side of an account can only be rejected, and your own account is out of bounds', () => {
    const refused = (why: 'other-side' | 'own-account') => ({ deciders: { refused: why, others: ['Ann'] } })
    expect(pending(refused('other-side'))).toEqual({ ...nothing, reject: true })
    expect(pending(refused('own-account'))).toEqual(nothing)
  })

  test('a withdrawal whose owner has to be reviewed first can be rejected alone', () => {
    expect(pending({ flags: ['identity-unreviewed'] })).toEqual({
      ...nothing,
      ...{ reject: true, waitsForIdentity: true },
    })
  })
})

test('the last approval is the one with which enough of them count', () => {
  expect(isLastApproval(noOne)).toBe(true)
  expect(isLastApproval({ ...noOne, needed: 2 })).toBe(false)
  expect(isLastApproval(approvedBy('you'))).toBe(true)
  expect(isLastApproval(approvedBy('gone', false))).toBe(false)
})
