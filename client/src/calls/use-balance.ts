import type { Balance } from '@minefall/shared/contracts/live'
import { useConnection } from '../machines/connection/index.ts'
import { useSession } from '../machines/session/index.ts'

/** What the visitor owns: the account's coins while someone is signed in, else the guest's; null until told. */
export const useBalance = (): Balance | null => {
  const signedIn = useSession((session) => session.hasTag('signedIn'))
  const accounts = useSession(({ context }) => context.balance)
  const guests = useConnection(({ context }) => (context.player?.kind === 'guest' ? context.balance : null))
  return signedIn ? accounts : guests
}
