import { bodyCode } from '@minefall/shared/contracts'
import { closeSockets, endSessions } from '../../accounts/index.ts'
import { isRefusal, type Refusal, refusal } from '../../http/index.ts'
import type { World } from '../world.ts'
import { type Actor, auditAct, onAccount } from './act.ts'

/**
 * Ends every session of an account, or one, and after the commit its live connections; answers which. Where none was
 * left, nothing changes; a single one that goes on no more, or never was the account's, is refused (1404).
 */
export const signOutPlayer = async (
  world: World,
  actor: Actor,
  { reason, sessionId }: { reason: string; sessionId?: string | undefined },
): Promise<string[] | Refusal> => {
  const { playerId } = actor
  const ended = await onAccount<string[]>(world, actor, async (tx, at) => {
    const only = sessionId === undefined ? {} : { only: sessionId }
    const sessions = await endSessions(tx, { playerId, ...only, reason: 'staff', now: at })
    if (sessions.length === 0) return sessionId === undefined ? [] : refusal(bodyCode.notFound)
    const after = { ended: sessions }
    await auditAct(tx, actor, { at, action: 'account.sign-out', reason, before: { live: sessions }, after })
    return sessions
  })
  if (!isRefusal(ended)) closeSockets(world, playerId, ended)
  return ended
}
