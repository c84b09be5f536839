import { bodyCode } from '@minefall/shared/contracts'
import type { LanguageId } from '@minefall/shared/languages'
import { type Refusal, refusal } from '../../http/index.ts'
import { refuseBlocked } from '../blocked.ts'
import { notifyOwner } from '../contacts.ts'
import type { World } from '../world.ts'
import { judgeToken, readSession, readToken, type Session, signToken } from './authenticate.ts'
import { closeSockets, endSessions } from './end-sessions.ts'

type Refreshed = { counter: number; playerId: string } | { overFor: Session | null } | { stolenFrom: Session }

/**
 * Gives the next token for the current one, and the current one for its predecessor: racing tabs, or a lost answer,
 * end with the same token. An older token is a copy: the session ends for both holders, and the owner is notified.
 * Messages to the account are in `language` from then on. A session ended by a block answers 1403 while it lasts.
 */
export const refreshToken = async (
  world: World,
  token: string,
  language: LanguageId | null,
): Promise<Refusal | { token: string }> => {
  const { db, clock, keys } = world
  const parts = readToken(keys.token, token)
  if (parts === 'unreadable') return refusal(bodyCode.unauthenticated)
  if (parts === 'forged') return refusal(bodyCode.tokenInvalid)
  const { sessionId, counter } = parts
  const now = clock.now()
  const refreshed = await db.transaction(async (tx): Promise<Refreshed> => {
    const session = await readSession(tx, sessionId, { lock: true })
    if (!session) return { overFor: null }
    const { worth } = judgeToken(session, counter, now)
    if (worth === 'over') return { overFor: session }
    if (worth === 'superseded') {
      const { playerId } = session
      await endSessions(tx, { playerId, only: session.id, reason: 'reuse', now })
      return { stolenFrom: session }
    }
    if (worth === 'current') {
      await tx.query(
        `update session set counter = counter + 1, previous_issued_at = issued_at, issued_at = $2, used_at = null
         where id = $1`,
        [sessionId, new Date(now)],
      )
      return { counter: counter + 1, playerId: session.playerId }
    }
    // No one has used the answer that was lost, however long ago: it starts over.
    if (session.usedAt === null)
      await tx.query('update session set issued_at = $2 where id = $1', [sessionId, new Date(now)])
    return { counter: session.counter, playerId: session.playerId }
  })
  if ('overFor' in refreshed) {
    const { overFor } = refreshed
    const blocked = overFor?.endReason === 'blocked' ? await refuseBlocked(db, overFor.playerId) : null
    return blocked ?? refusal(bodyCode.tokenInvalid)
  }
  if ('stolenFrom' in refreshed) {
    const { id, playerId } = refreshed.stolenFrom
    closeSockets(world, playerId, [id])
    await notifyOwner(world, playerId, { name: 'device-signed-out' })
    return refusal(bodyCode.tokenInvalid)
  }
  // After the commit, as transactions lock an account before its sessions.
  await db.query('update login_account set language = $2 where player_id = $1 and language <> $2', [
    refreshed.playerId,
    language,
  ])
  return { token: signToken(keys.token, { sessionId, counter: refreshed.counter }) }
}
