import { useSelected } from '../../lib/use-selected.ts'
import { sessionActor } from './root.ts'
import type { SessionSnapshot } from './snapshot.ts'

/**
 * Reads one thing of the session and renders again when that changes:
 * `useSession(({ context }) => context.userName)`, `useSession((it) => it.hasTag('signedIn'))`.
 */
export const useSession = <T>(
  select: (snapshot: SessionSnapshot) => T,
  isEqual?: (before: T, after: T) => boolean,
): T => useSelected(sessionActor, select, isEqual)
