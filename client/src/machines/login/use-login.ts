import type { SnapshotFrom } from 'xstate'
import { useSelected } from '../../lib/use-selected.ts'
import type { loginMachine } from './machine.ts'
import { loginActor } from './root.ts'

export type LoginSnapshot = SnapshotFrom<typeof loginMachine>

/** Reads one thing of the login modal: `useLogin((it) => it.hasTag('visible'))`. */
export const useLogin = <T>(
  select: (snapshot: LoginSnapshot) => T,
  isEqual?: (before: T, after: T) => boolean,
): T => useSelected(loginActor, select, isEqual)
