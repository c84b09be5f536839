import type { Call } from '@minefall/shared/contracts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { callError } from '../src/lib/call-error.ts'
import { ask, secondsToWait, wordsFor } from './api.ts'
import { session } from './session.ts'

const staff = {
  id: '5f3a2b1c-1111-4222-8333-944445555666',
  email: 'ann@house.example',
  name: 'Ann Berg',
  role: 'support',
} as const

const post = {
  method: 'POST',
  path: '/api/desk/x',
  may: 'staff',
  body: z.object({ a: z.number() }),
  answer: z.object({ left: z.number() }),
} as const satisfies Call
const get = { method: 'GET', path: '/api/desk/x', may: 'staff', answer: z.null() } as const satisfies Call
const picture = { method: 'GET', path: '/api/desk/x', may: 'staff', answer: 'file' } as const satisfies Call

const answering = (status: number, body: unknown) => {
  const asked = vi.fn<typeof fetch>(async () => Response.json(body, { status }))
  vi.stubGlobal('fetch', asked)
  return asked
}

afterEach(() => vi.unstubAllGlobals())

describe('a call of the desk', () => {
  it('sends the token and JSON, and answers the data parsed', async () => {
    session.begin({ token: 'token-1', staff })
    const asked = answering(200, { code: 200, msg: 'ok', data: { left: 3 } })
    expect(await ask(post, { body: { a: 1 } })).toEqual({ left: 3 })
    const [path, request] = asked.mock.calls[0] ?? []
    expect(path).toBe('/api/desk/x')
    expect(request).toMatchObject({
      method: 'POST',
      body: '{"a":1}',
      headers: { authorization: 'Bearer token-1', 'content-type': 'application/json' },
    })
  })

  it('signs out where the token is worth nothing, and not for an answer to an older one', async () => {
    session.begin({ token: 'token-2', staff })
    answering(200, { code: 1501, msg: 'no', data: null })
    const late = ask(get)
    session.begin({ token: 'token-3', staff })
    await expect(late).rejects.toMatchObject({ code: 1501 })
    expect(session.current().session?.token).toBe('token-3')
    await expect(ask(get)).rejects.toMatchObject({ code: 1501 })
    expect(session.current()).toEqual({ session: null, ended: 'session-ended' })
  })

  it('rejects with the code of a refusal, and takes no answer that it does not understand', async () => {
    answering(200, { code: 1429, msg: 'slow down', data: { seconds: 40 } })
    const refused = await ask(get).catch((error: unknown) => error)
    expect(secondsToWait(refused)).toBe(40)
    expect(wordsFor(refused)).toBe('Too many tries. Wait 40 s, then try again.')
    answering(200, { code: 200, msg: 'ok', data: 'other' })
    await expect(ask(get)).rejects.toMatchObject({ code: 1500 })
    answering(403, { code: 1403, msg: 'no', data: null })
    await expect(ask(picture)).rejects.toMatchObject({ code: 1403 })
  })

  it('tells what the network did as no answer', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')))
    await expect(ask(get)).rejects.toMatchObject({
      code: 1503,
      answered: false,
    })
  })
})

describe('the words for what went wrong', () => {
  it('says who was quicker, names the field, and takes the player’s own words', () => {
    expect(wordsFor(callError(1409, 'conflict'))).toContain('Someone else was faster')
    expect(wordsFor(callError(1001, 'bad', { data: { field: 'reason' } }))).toBe('Not valid: reason.')
    expect(wordsFor(callError(1403, 'no'), { 1403: 'Ask finance.' })).toBe('Ask finance.')
    expect(wordsFor(new Error('x'))).toBe('Something went wrong on this page.')
  })
})
