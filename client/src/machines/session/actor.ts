import { createActor, fromPromise } from 'xstate'
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

/** The machine of this tab, not started; `shown` is what the page shows of the session already. */
export const createSession = (shown: SessionContext) =>
  createActor(sessionMachine.provide({ actors: { tab: tabActor, refresh } }), {
    input: {
      kept: storedSession,
      now: () => Date.now(),
      isVisible: () => document.visibilityState === 'visible',
      tellSignedOut: (token) => {
        calls()
          .then(({ signOut }) => signOut(token))
          .catch(() => undefined)
      },
      shown,
    },
  })
