import { describe, expect, it } from 'vitest'
import { bodyCode, ok, refuse } from '../contracts/index.ts'
import { parseAnswer, parseEvent, parseRequest } from './parse-message.ts'

const matchId = 'ab'.repeat(16)

describe('parseEvent', () => {
  it('takes what has the shape of its schema', () => {
    expect(parseEvent('edge.beat', { edge: 'one', at: 1 })).toEqual({
      ok: true,
      value: { edge: 'one', at: 1 },
    })
  })

  it('names the field that is wrong or missing', () => {
    expect(parseEvent('edge.beat', { edge: '', at: 1 })).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/^edge: /),
    })
    expect(parseEvent('edge.beat', { edge: 'one' })).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/^at: /),
    })
    expect(parseEvent('edge.beat', undefined)).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/^payload: /),
    })
  })

  it('drops what only a newer node knows, at any depth', () => {
    const newer = { matchId, agreed: [], until: 1, next: null, color: 'red' }
    expect(parseEvent('match.rematch', newer)).toEqual({
      ok: true,
      value: { matchId, agreed: [], until: 1, next: null },
    })
    expect(parseEvent('match.beat', [{ matchId, seq: 1, hash: 'x', more: { deep: 1 } }])).toEqual({
      ok: true,
      value: [{ matchId, seq: 1, hash: 'x' }],
    })
    expect(parseEvent('edge.beat', { edge: '', at: 1, more: 1 })).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/^edge: /),
    })
  })
})

describe('parseAnswer', () => {
  it('takes an answer whose data is what the request asks for, and none that is not', () => {
    expect(parseAnswer('session.check', ok({ ended: ['one'] }))).toEqual({
      ok: true,
      value: ok({ ended: ['one'] }),
    })
    expect(parseAnswer('session.check', ok({ ended: [1] }))).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/^ended.0: /),
    })
    expect(parseAnswer('session.check', { ended: [] })).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/^code: /),
    })
  })

  it('drops what only a newer node knows', () => {
    expect(parseAnswer('session.check', ok({ ended: [], more: 1 }))).toEqual({
      ok: true,
      value: ok({ ended: [] }),
    })
  })

  it('leaves what a refusal tells to who asked', () => {
    const refusal = refuse<unknown>(bodyCode.tooManyRequests, 'wait', { seconds: 3 })
    expect(parseAnswer('session.check', refusal)).toEqual({ ok: true, value: refusal })
  })
})

describe('parseRequest', () => {
  it('refuses fields that it does not know: anyone who asks may mean something by them', () => {
    expect(parseRequest('session.check', { sessions: [], more: 1 })).toMatchObject({ ok: false })
  })
})
