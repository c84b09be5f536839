import { bodyCode } from '@minefall/shared/contracts'
import { type Refusal, refusal } from '../../http/index.ts'
import type { World } from '../world.ts'
import { judgeToken } from './judge-token.ts'
import { readSession } from './session-rows.ts'
import { readToken } from './token.ts'

/** Who calls, by a token in force. */
export type SignedInAs = { playerId: string; sessionId: string }

/** Refused: no token at all (1401), one that is worth nothing (1501), one to be refreshed (1502). */
export const authenticate = async (
  { db, clock, keys }: Pick<World, 'db' | 'clock' | 'keys'>,
  token: string,
): Promise<SignedInAs | Refusal> => {
  const parts = readToken(keys.token, token)
  if (parts === 'unreadable') return refusal(bodyCode.unauthenticated)
  const session = parts === 'forged' ? null : await readSession(db, parts.sessionId, { lock: false })
  if (parts === 'forged' || session === null) return refusal(bodyCode.tokenInvalid)
  const now = clock.now()
  const verdict = judgeToken(session, parts.counter, now)
  if (!('expired' in verdict)) return refusal(bodyCode.tokenInvalid)
  if (verdict.expired) return refusal(bodyCode.tokenExpired)
  // From now on its predecessor is on its way out.
  if (verdict.worth === 'current' && session.usedAt === null)
    await db.query(
      `update session set used_at = $3
       where id = $1 and counter = $2 and used_at is null and ended_at is null`,
      [session.id, session.counter, new Date(now)],
    )
  return { playerId: session.playerId, sessionId: session.id }
}
