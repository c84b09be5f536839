import { builtFor } from '../../lib/built-view.ts'
import { type ActorRef, lateActor } from '../../lib/late-actor.ts'
import { useSelected } from '../../lib/use-selected.ts'
import { noOne, shownAtFirst } from './shown.ts'
import { sessionInbox, storedSession } from './stored-session.ts'
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
export type SessionActorRef = ActorRef<SessionSnapshot, SessionEvent, SessionEmitted>

const snapshotOf = (context: SessionContext, isSignedIn: boolean): SessionSnapshot => ({
  context,
  hasTag: (tag) => (tag === 'signedIn') === isSignedIn,
})

const first = () => {
  const context = shownAtFirst(storedSession, () => Date.now())
  return snapshotOf(context, context.user !== null)
}

/** No one's but the visitor's: that someone is signed in, and not who. */
const built = { guest: snapshotOf(noOne, false), player: snapshotOf(noOne, true) }

const actor = lateActor<SessionSnapshot, SessionEvent | { type: 'session.start' }, SessionEmitted>({
  first,
  inHtml: () => built[builtFor.who],
  load: async (shown) => (await import('./actor.ts')).createSession(shown.context),
  begin: { type: 'session.start' },
})

sessionInbox.put = (event) => actor.send(event)

/** The session, created once outside React. Until its machine is here it is what this browser has stored. */
export const sessionActor: SessionActorRef = actor

/** Gets the machine in, which restores the stored session. Rejects where its code can't be had. */
export const startSession = (): Promise<void> => actor.load()
