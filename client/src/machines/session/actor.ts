import { createActor, fromPromise } from 'xstate'
import { isCallError } from '../../lib/call-error.ts'
import { onceServerAnswers } from '../../lib/server-back.ts'
import { sessionMachine } from './machine.ts'
import type { Refreshed } from './setup.ts'
import { storedSession } from './stored-session.ts'
import { tabActor } from './tab-actor.ts'
import type { SessionContext } from './types.ts'

/** The calls' code, with the schemas, comes when it is first needed. */
const calls = () => import('../../calls/account-calls.ts')

const settled = <T>(result: PromiseSettledResult<T>): T | null =>
  result.status === 'fulfilled' ? result.value : null

const refresh = fromPromise<Refreshed>(async () => {
  const { fetchUser, fetchBalance } = await calls()
  const [user, balance] = await Promise.allSettled([fetchUser(), fetchBalance()])
  return { user: settled(user), balance: settled(balance) }
})

const signOut = async (token: string) => (await calls()).signOut(token)

/** Without a network it is tried once more when the server is there, as long as this page is open. */
const tellSignedOut = (token: string): void => {
  signOut(token).catch((error: unknown) => {
    if (!isCallError(error) || error.answered) return
    onceServerAnswers(() => signOut(token).catch(() => undefined), new AbortController().signal)
  })
}

/** The machine of this tab, not started; `shown` is what the page shows of the session already. */
export const createSession = (shown: SessionContext) =>
  createActor(sessionMachine.provide({ actors: { tab: tabActor, refresh } }), {
    input: {
      kept: storedSession,
      now: () => Date.now(),
      isVisible: () => document.visibilityState === 'visible',
      tellSignedOut,
      shown,
    },
  })
