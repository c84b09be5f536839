import { type AnswerOf, type Asked, addressOf, type Call, sessionCalls } from '@minefall/shared/contracts'
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

const { method, path, answer } = sessionCalls.refreshToken

const callWith = (store: TokenStore) =>
  createBearerCall({
    store,
    send,
    renew: createTokenRenewal({
      store,
      lock,
      marks,
      refresh: async (token) => (await send({ method, url: path }, answer, token)).token,
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

const fileSchema = z.instanceof(Blob)

type Sending = {
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal
  /** Hears which share of the body is sent, from 0 to 1. */
  onProgress?(share: number): void
}

type Given<C extends Call> =
  Record<never, never> extends Asked<C> ? [given?: Asked<C> & Sending] : [given: Asked<C> & Sending]

const askWith =
  (call: ReturnType<typeof callWith>) =>
  async <const C extends Call>(asked: C, ...[given]: Given<C>): Promise<AnswerOf<C>> => {
    const {
      params,
      query,
      body,
      headers,
      signal,
      onProgress,
    }: Sending & {
      params?: object
      query?: object
      body?: object
    } = given ?? {}
    const { method, answer } = asked
    const request: AxiosRequestConfig = {
      method,
      url: addressOf(asked, { ...(params && { params }), ...(query && { query }) }),
      ...(method === 'POST' && { data: body ?? {} }),
      ...(headers && { headers }),
      ...(signal && { signal }),
      ...(onProgress && {
        onUploadProgress: ({ progress }) => progress !== undefined && onProgress(progress),
      }),
    }
    if (answer === 'file')
      return (await call({ ...request, responseType: 'blob' }, fileSchema)) as AnswerOf<C>
    return (await call(request, answer)) as AnswerOf<C>
  }

/**
 * Makes a call of the contract with the token in store. Resolves to the data of its answer, or to the file. Rejects with a
 * `CallError`, or with axios' own when aborted.
 */
export const ask = askWith(call)

/** The form that a call takes with a picture. */
export const imageForm = (image: Blob): FormData => {
  const form = new FormData()
  form.append('image', image)
  return form
}

/** Makes calls with a token that this browser has given up: nobody hears what becomes of it. */
export const askWithToken = (token: string): typeof ask => {
  let held = token
  return askWith(
    callWith({
      token: () => held,
      owner: () => null,
      changed: async () => undefined,
      renewed: (next) => {
        held = next
      },
      rejected: () => undefined,
    }),
  )
}
