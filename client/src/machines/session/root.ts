import { createActor, fromPromise } from 'xstate'
import { useSelected } from '../../lib/use-selected.ts'
import { sessionMachine } from './machine.ts'
import type { Refreshed } from './setup.ts'
import { sessionInbox, storedSession } from './stored-session.ts'
import { tabActor } from './tab-actor.ts'
import type { SessionContext, SessionEmitted, SessionEvent, SessionTag } from './types.ts'

/**
 * Reads one thing of the session and renders again when that changes:
 * `useSession(({ context }) => context.userName)`, `useSession((it) => it.hasTag('signedIn'))`.
 */
export const useSession = <T>(
  select: (snapshot: SessionSnapshot) => T,
  isEqual?: (before: T, after: T) => boolean,
): T => useSelected(actor, select, isEqual)

/** What a screen reads of the session. */
export type SessionSnapshot = {
  context: SessionContext
  hasTag(tag: SessionTag): boolean
}

/** The session of this tab: `send` it a `SessionEvent`, read it with `useSession`, listen with `on`. */
export type SessionActorRef = {
  send(event: SessionEvent): void
  getSnapshot(): SessionSnapshot
  subscribe(listener: (snapshot: SessionSnapshot) => void): { unsubscribe(): void }
  on<T extends SessionEmitted['type'] | '*'>(
    type: T,
    hear: (event: SessionEmitted & (T extends '*' ? unknown : { type: T })) => void,
  ): { unsubscribe(): void }
}

/** The calls' code, with the schemas, comes when it is first needed. */
const calls = () => import('../../calls/account-calls.ts')

const settled = <T>(result: PromiseSettledResult<T>): T | null =>
  result.status === 'fulfilled' ? result.value : null

const refresh = fromPromise<Refreshed>(async () => {
  const { fetchUser, fetchBalance } = await calls()
  const [user, balance] = await Promise.allSettled([fetchUser(), fetchBalance()])
  return { user: settled(user), balance: settled(balance) }
})

const actor = createActor(sessionMachine.provide({ actors: { tab: tabActor, refresh } }), {
  input: {
    kept: storedSession,
    now: () => Date.now(),
    isVisible: () => document.visibilityState === 'visible',
    tellSignedOut: (token) => {
      calls()
        .then(({ signOut }) => signOut(token))
        .catch(() => undefined)
    },
  },
})

sessionInbox.put = (event) => actor.send(event)

/** The session, created once outside React. Signed out until `startSession`. */
export const sessionActor: SessionActorRef = actor

/** Starts it and restores the stored session synchronously: routes ask at once who is signed in. */
export const startSession = (): void => {
  actor.start()
  actor.send({ type: 'session.start' })
}
