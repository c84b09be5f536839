import { AxiosError, type AxiosResponse, CanceledError, type InternalAxiosRequestConfig } from 'axios'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { callError, isCallError } from './call-error.ts'
import { http, requestTimeoutMs, send } from './http.ts'
import { defaultConfig, publicConfig } from './public-config.ts'

const before = http.defaults.adapter
let asked: InternalAxiosRequestConfig | null = null

/** Answers every request with this. */
const answer = (data: unknown, status = 200, headers: Record<string, string> = {}) => {
  http.defaults.adapter = async (config): Promise<AxiosResponse> => {
    asked = config
    return { data, status, statusText: '', headers, config }
  }
}
const fail = (error: Error) => {
  http.defaults.adapter = async () => {
    throw error
  }
}

beforeEach(() => {
  asked = null
})
afterEach(() => {
  vi.restoreAllMocks()
  if (before) http.defaults.adapter = before
})

const schema = z.object({ name: z.string() })
const failure = async () =>
  send({ url: '/api/thing' }, schema, 'a-token').then(
    () => null,
    (error: unknown) => error,
  )

describe('a call', () => {
  test('asks with the documented language and limit, and gives the parsed data', async () => {
    answer({ code: 200, msg: 'ok', data: { name: 'it' } })
    expect(await send({ url: '/api/thing' }, schema, null)).toEqual({ name: 'it' })
    expect(asked?.headers['Accept-Language']).toBe('zh-CN')
    expect(asked?.timeout).toBe(requestTimeoutMs)
    expect(requestTimeoutMs).toBe(10_000)
  })

  test('for a file gives the file, and reads why it was refused', async () => {
    const file = z.instanceof(Blob)
    const picture = new Blob(['picture'], { type: 'image/jpeg' })
    answer(picture)
    expect(await send({ url: '/api/picture', responseType: 'blob' }, file, 'a-token')).toBe(picture)
    answer(new Blob(['{"code":1404,"msg":"none"}'], { type: 'application/json; charset=utf-8' }), 404)
    const refused = { code: 1404, message: 'none', answered: true }
    await expect(send({ url: '/api/picture', responseType: 'blob' }, file, null)).rejects.toMatchObject(
      refused,
    )
    answer(new Blob(['{'], { type: 'application/json' }), 502)
    await expect(send({ url: '/api/picture', responseType: 'blob' }, file, null)).rejects.toMatchObject({
      code: 1500,
    })
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
    await send({ url: '/api/thing', headers: { 'x-device-id': 'd' } }, schema, 'a1')
    expect(asked?.headers.toJSON()).toMatchObject({
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

  test('that is aborted fails with that alone', async () => {
    fail(new CanceledError())
    expect(isCallError(await failure())).toBe(false)
  })

  test.each([
    ['no envelope', 'Bad gateway', 502],
    ['data of another shape', { code: 200, msg: 'ok', data: { name: 1 } }, 200],
    ['no data', { code: 200, msg: 'ok', data: null }, 200],
  ])('answered with %s is our fault', async (_what, data, status) => {
    answer(data, status)
    expect(await failure()).toMatchObject({ code: 1500 })
  })

  test('without an answer in time says so', async () => {
    fail(new AxiosError('timeout of 10000ms exceeded', 'ECONNABORTED'))
    expect(await failure()).toMatchObject({ code: 1504, answered: false })
  })

  test('without a network says so', async () => {
    fail(new AxiosError('Network Error', 'ERR_NETWORK'))
    expect(await failure()).toMatchObject({ code: 1503, message: 'Network Error', answered: false })
  })
})

test('errors of others are not taken for ours', () => {
  expect(isCallError(Object.assign(new Error('x'), { code: 'ENOENT' }))).toBe(false)
  expect(isCallError(callError(1500, 'x'))).toBe(true)
})
