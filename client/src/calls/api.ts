import type { AnswerOf, Call } from '@minefall/shared/contracts'
import { sessionCalls } from '@minefall/shared/contracts/rest'
import { type CallArguments, requestOf, requestTimeoutMs } from '../lib/http.ts'
import { sessionInbox, storedSession } from '../machines/session/stored-session.ts'
import { createBearerCall } from './bearer-call.ts'
import { createTokenRenewal, type TokenStore } from './renew-token.ts'
import { sendAsPlayer } from './send-as-player.ts'
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
      if (storedSession.token() === token) return
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

const { refreshToken } = sessionCalls

const callWith = (store: TokenStore) =>
  createBearerCall({
    store,
    send: sendAsPlayer,
    renew: createTokenRenewal({
      store,
      lock,
      marks,
      refresh: async (token) =>
        (await sendAsPlayer(requestOf(refreshToken), refreshToken.answer, token)).token,
    }),
  })

const call = callWith({
  token: storedSession.token,
  owner: () => storedSession.user()?.id ?? null,
  changed: tokenChanged,
  renewed: (token) => {
    storedSession.keepToken(token)
    sessionInbox.put({ type: 'session.tokenRefreshed', token })
  },
  rejected: (why, text) =>
    sessionInbox.put({ type: 'session.rejected', why, ...(text !== undefined && { text }) }),
})

const askWith =
  (call: ReturnType<typeof callWith>) =>
  <const C extends Call>(asked: C, ...given: CallArguments<C>): Promise<AnswerOf<C>> =>
    call<C['answer']>(requestOf(asked, ...given), asked.answer)

/**
 * Makes a call of the contract with the token in store. Resolves to the data of its answer, or to the file. Rejects with a
 * `CallError`, or with the signal's own reason when aborted.
 */
export const ask = askWith(call)

/** Makes calls with a token that this browser has given up: no one hears the outcome. */
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
