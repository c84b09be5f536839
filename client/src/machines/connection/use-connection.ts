import { useSelected } from '../../lib/use-selected.ts'
import { connectionActor } from './root.ts'
import type { ConnectionSnapshot } from './snapshot.ts'

/**
 * Reads one thing of the connection and renders again when that changes:
 * `useConnection(({ context }) => context.digest)`, `useConnection((it) => it.hasTag('connected'))`.
 */
export const useConnection = <T>(
  select: (snapshot: ConnectionSnapshot) => T,
  isEqual?: (before: T, after: T) => boolean,
): T => useSelected(connectionActor, select, isEqual)
