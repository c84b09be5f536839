import { afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { sendAsPlayer } from '../calls/send-as-player.ts'
import { callError, isCallError } from './call-error.ts'
import { type HttpRequest, requestTimeoutMs, send } from './http.ts'
import { defaultConfig, publicConfig } from './public-config.ts'

let asked: { url: string; init: RequestInit } | null = null

/** Answers every request with this. */
const answering = (answer: () => Promise<Response>) =>
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    asked = { url, init }
    return answer()
  })
const answer = (data: unknown, status = 200, headers: Record<string, string> = {}) =>
  answering(async () =>
    typeof data === 'string'
      ? new Response(data, { status, headers })
      : Response.json(data, { status, headers }),
  )
/** Answers nothing until it is aborted. */
const neverAnswering = () =>
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: RequestInit) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  )

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  asked = null
})

const schema = z.object({ name: z.string() })
const thing = { method: 'GET', url: '/api/thing' } as const
const failure = async (request: HttpRequest = thing) =>
  send(request, schema).then(
    () => null,
    (error: unknown) => error,
  )

describe('a call', () => {
  test('asks with the documented language and limit, and gives the parsed data', async () => {
    vi.spyOn(publicConfig, 'load').mockResolvedValue(defaultConfig)
    answer({ code: 200, msg: 'ok', data: { name: 'it' } })
    expect(await sendAsPlayer(thing, schema, null)).toEqual({ name: 'it' })
    expect(asked?.init.headers).toMatchObject({ 'Accept-Language': 'zh-CN' })
    expect(asked?.init.headers).not.toHaveProperty('Authorization')
    expect(requestTimeoutMs).toBe(10_000)
  })

  test('sends JSON as that, and a form as the browser does', async () => {
    answer({ code: 200, msg: 'ok', data: { name: 'it' } })
    await send({ method: 'POST', url: '/api/thing', body: { a: 1 } }, schema)
    expect(asked).toMatchObject({ url: '/api/thing', init: { method: 'POST', body: '{"a":1}' } })
    expect(asked?.init.headers).toEqual({ 'content-type': 'application/json' })
    const body = new FormData()
    await send({ method: 'POST', url: '/api/thing', body }, schema)
    expect(asked?.init.body).toBe(body)
    expect(asked?.init.headers).toEqual({})
  })

  test('for a file gives the file, and reads why it was refused', async () => {
    const headers = { 'content-type': 'image/jpeg' }
    answer('picture', 200, headers)
    const file = await send(thing, 'file')
    expect([file.type, await file.text()]).toEqual(['image/jpeg', 'picture'])
    answer({ code: 1404, msg: 'none' }, 404)
    const refused = { code: 1404, message: 'none', answered: true }
    await expect(send(thing, 'file')).rejects.toMatchObject(refused)
    answer('{', 502, { 'content-type': 'application/json' })
    await expect(send(thing, 'file')).rejects.toMatchObject({ code: 1500 })
    answer('<html>', 502, { 'content-type': 'text/html' })
    await expect(send(thing, 'file')).rejects.toMatchObject({ code: 1500 })
  })

  test('that is refused fails with its code, its text and the id of the request', async () => {
    answer({ code: 1001, msg: 'wrong field', data: { field: 'x' } }, 400, { 'x-request-id': 'req-1' })
    const error = await failure()
    expect(isCallError(error)).toBe(true)
    expect(error).toMatchObject({
      code: 1001,
      message: 'wrong field',
      requestId: 'req-1',
      data: { field: 'x' },
      answered: true,
    })
  })

  test('says the language that the settings ask for, and its token', async () => {
    vi.spyOn(publicConfig, 'load').mockResolvedValue({ ...defaultConfig, requestLanguage: 'en-GB' })
    answer({ code: 200, msg: 'ok', data: { name: 'it' } })
    await sendAsPlayer({ ...thing, headers: { 'x-device-id': 'd' } }, schema, 'a1')
    expect(asked?.init.headers).toMatchObject({
      'Accept-Language': 'en-GB',
      Authorization: 'Bearer a1',
      'x-device-id': 'd',
    })
  })

  test.each([
    [{ code: 4_242, msg: 'said', data: null }, 'said'],
    [{ code: 4_242, message: 'said' }, 'said'],
    [{ code: 4_242 }, ''],
  ])('refused with %j has what it says as its text', async (data, message) => {
    answer(data)
    expect(await failure()).toMatchObject({ code: 4_242, message })
  })

  test.each([
    ['our envelope', { code: 1401, msg: 'who?', data: null }],
    ['another code', { code: 1501, msg: 'x', data: null }],
    ['no envelope', '<html>'],
  ])('answered with HTTP 401 and %s is unauthenticated', async (_what, data) => {
    answer(data, 401)
    expect(await failure()).toMatchObject({ code: 1401, answered: true })
  })

  test('that is aborted, before or while it is under way, fails with that alone', async () => {
    neverAnswering()
    const ended = new AbortController()
    const failing = failure({ ...thing, signal: ended.signal })
    ended.abort()
    expect(await failing).toBe(ended.signal.reason)
    answer({ code: 200, msg: 'ok', data: { name: 'it' } })
    const { signal } = ended
    vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => init.signal?.throwIfAborted())
    expect(await failure({ ...thing, signal })).toBe(signal.reason)
  })

  test.each([
    ['no envelope', 'Bad gateway', 502],
    ['data of another shape', { code: 200, msg: 'ok', data: { name: 1 } }, 200],
    ['no data', { code: 200, msg: 'ok', data: null }, 200],
  ])('answered with %s is our fault', async (_what, data, status) => {
    answer(data, status)
    expect(await failure()).toMatchObject({ code: 1500 })
  })

  test('without an answer in time says so, also when it breaks off', async () => {
    vi.useFakeTimers()
    neverAnswering()
    const failing = failure()
    await vi.advanceTimersByTimeAsync(requestTimeoutMs)
    expect(await failing).toMatchObject({ code: 1504, answered: false })
    vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => {
      const body = new ReadableStream({
        start: (stream) => signal?.addEventListener('abort', () => stream.error(signal.reason)),
      })
      return new Response(body)
    })
    const cut = failure()
    await vi.advanceTimersByTimeAsync(requestTimeoutMs)
    expect(await cut).toMatchObject({ code: 1504, answered: false })
  })

  test('without a network says so', async () => {
    answering(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(await failure()).toMatchObject({ code: 1503, message: 'Failed to fetch', answered: false })
  })
})

describe('an upload that is watched', () => {
  /** As much of a browser's as `upload` uses; the test decides its outcome. */
  class Request {
    static last: Request | null = null
    upload: { onprogress?(event: object): void } = {}
    status = 0
    response: Blob | null = null
    sent: unknown = null
    headers: Record<string, string> = {}
    onload = () => {}
    onerror = () => {}
    onabort = () => {}
    constructor() {
      Request.last = this
    }
    open() {}
    setRequestHeader(name: string, value: string) {
      this.headers[name] = value
    }
    getResponseHeader() {
      return 'req-2'
    }
    send(body: unknown) {
      this.sent = body
    }
    abort() {
      this.onabort()
    }
    answer(data: object, status = 200) {
      this.status = status
      this.response = new Blob([JSON.stringify(data)], { type: 'application/json' })
      this.onload()
    }
  }

  const begin = (more: Partial<HttpRequest> = {}) => {
    vi.stubGlobal('XMLHttpRequest', Request)
    const shares: number[] = []
    const body = new FormData()
    const onProgress = (share: number) => void shares.push(share)
    const ended = failureOrData({ method: 'POST', url: '/api/thing', body, onProgress, ...more })
    return { ended, shares, body, request: Request.last ?? expect.fail('nothing was sent') }
  }
  const failureOrData = (request: HttpRequest) => send(request, schema).catch((error: unknown) => error)

  test('tells how much is sent, and is answered as every call', async () => {
    const { ended, shares, body, request } = begin({ headers: { 'x-device-id': 'd' } })
    expect(request.sent).toBe(body)
    expect(request.headers).toEqual({ 'x-device-id': 'd' })
    request.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 })
    request.upload.onprogress?.({ lengthComputable: false, loaded: 2, total: 0 })
    request.answer({ code: 200, msg: 'ok', data: { name: 'it' } })
    expect(await ended).toEqual({ name: 'it' })
    expect(shares).toEqual([0.25])
  })

  test('is refused, aborted and cut off as every call', async () => {
    const refused = begin()
    refused.request.answer({ code: 1122, msg: 'too large', data: null }, 413)
    expect(await refused.ended).toMatchObject({ code: 1122, requestId: 'req-2' })
    const leaving = new AbortController()
    const left = begin({ signal: leaving.signal })
    leaving.abort()
    expect(await left.ended).toBe(leaving.signal.reason)
    const cut = begin()
    cut.request.onerror()
    expect(await cut.ended).toMatchObject({ code: 1503, answered: false })
  })
})

test('errors of others are not taken for ours', () => {
  expect(isCallError(Object.assign(new Error('x'), { code: 'ENOENT' }))).toBe(false)
  expect(isCallError(callError(1500, 'x'))).toBe(true)
})
