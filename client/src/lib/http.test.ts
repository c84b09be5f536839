import { AxiosError, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { callError, isCallError } from './call-error.ts'
import { http, requestTimeoutMs, send } from './http.ts'

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
    expect(await failure()).toMatchObject({ code: 1504 })
  })

  test('without a network says so', async () => {
    fail(new AxiosError('Network Error', 'ERR_NETWORK'))
    expect(await failure()).toMatchObject({ code: 1503, message: 'Network Error' })
  })
})

test('errors of others are not taken for ours', () => {
  expect(isCallError(Object.assign(new Error('x'), { code: 'ENOENT' }))).toBe(false)
  expect(isCallError(callError(1500, 'x'))).toBe(true)
})
