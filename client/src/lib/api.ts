import {
  type AnswerOf,
  type Asked,
  addressOf,
  type Call,
  tokenAnswerSchema,
} from '@minefall/shared/contracts'
import type { AxiosRequestConfig } from 'axios'
import * as z from 'zod/mini'
import { keptSession, sessionInbox } from '../machines/session/kept-session.ts'
import { createBearerCall } from './bearer-call.ts'
import { requestTimeoutMs, send } from './http.ts'
import { createTokenRenewal, type TokenStore } from './renew-token.ts'
import { type Exclusive, noMarks, pageLock, type TabMarks, tabLock, tabMarks } from './tab-lock.ts'

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const locks = typeof navigator !== 'undefined' && 'locks' in navigator ? navigator.locks : null
const lock: Exclusive = locks ? tabLock(locks, () => AbortSignal.timeout(requestTimeoutMs)) : pageLock()
const marks: TabMarks = locks ? tabMarks(locks, () => after(requestTimeoutMs)) : noMarks

/** Storage tells of another tab's writes as they arrive. */
const tokenChanged = (token: string): Promise<void> =>
  new Promise((resolve) => {
    const ended = new AbortController()
    const look = () => {
      if (keptSession.token() === token) return
      ended.abort()
      resolve()
    }
    window.addEventListener('storage', look, { signal: ended.signal })
    look()
    after(requestTimeoutMs).then(() => {
      ended.abort()
      resolve()
    })
  })

const callWith = (store: TokenStore) =>
  createBearerCall({
    store,
    send,
    renew: createTokenRenewal({
      store,
      lock,
      marks,
      refresh: async (token) =>
        (await send({ url: '/api/user/refreshToken', method: 'POST' }, tokenAnswerSchema, token)).token,
    }),
  })

const call = callWith({
  token: keptSession.token,
  owner: () => keptSession.user()?.id ?? null,
  changed: tokenChanged,
  renewed: (token) => {
    keptSession.keepToken(token)
    sessionInbox.put({ type: 'session.tokenRefreshed', token })
  },
  rejected: (why, text) =>
    sessionInbox.put({ type: 'session.rejected', why, ...(text !== undefined && { text }) }),
})

/** GETs an enveloped answer and parses its data. Rejects with a `CallError`, or with axios' own when aborted. */
export const getData = <T>(url: string, data: z.core.$ZodType<T>, signal?: AbortSignal): Promise<T> =>
  call({ url, ...(signal ? { signal } : {}) }, data)

const fileSchema = z.instanceof(Blob)

type Sending = Pick<AxiosRequestConfig, 'headers' | 'onUploadProgress' | 'signal'>

/**
 * Makes a call of the contract with the token in store. Resolves to the data of its answer, or to the file. Rejects with a
 * `CallError`, or with axios' own when aborted.
 */
export const ask = async <const C extends Call>(
  asked: C,
  given: Asked<C> & Sending,
): Promise<AnswerOf<C>> => {
  const { params, query, body, ...sending }: Sending & { params?: object; query?: object; body?: object } =
    given
  const { method, answer } = asked
  const request = {
    ...sending,
    method,
    url: addressOf(asked, { ...(params && { params }), ...(query && { query }) }),
  }
  const data = method === 'POST' ? { data: body ?? {} } : {}
  if (answer === 'file')
    return (await call({ ...request, ...data, responseType: 'blob' }, fileSchema)) as AnswerOf<C>
  return (await call({ ...request, ...data }, answer)) as AnswerOf<C>
}

/** GETs a file that only its owner may see. Otherwise as `getData`. */
export const getFile = (
  url: string,
  options: Pick<AxiosRequestConfig, 'headers' | 'signal'> = {},
): Promise<Blob> => call({ ...options, url, responseType: 'blob' }, fileSchema)

/** POSTs `body`: JSON, or a form. As `getData` otherwise. */
export const postData = <T>(
  url: string,
  body: object,
  data: z.core.$ZodType<T>,
  options: Pick<AxiosRequestConfig, 'headers' | 'onUploadProgress' | 'signal'> = {},
): Promise<T> => call({ ...options, url, method: 'POST', data: body }, data)

/** POSTs with a token that this browser has given up: what becomes of it is nobody's business any more. */
export const postWithToken = <T>(token: string, url: string, data: z.core.$ZodType<T>): Promise<T> => {
  let held = token
  const store: TokenStore = {
    token: () => held,
    owner: () => null,
    changed: async () => undefined,
    renewed: (next) => {
      held = next
    },
    rejected: () => undefined,
  }
  return callWith(store)({ url, method: 'POST', data: {} }, data)
}
