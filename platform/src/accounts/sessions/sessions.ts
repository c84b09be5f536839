import { bodyCode, type sessionSchema } from '@minefall/shared/contracts'
import { z } from 'zod'
import { type Refusal, refusal } from '../../http/index.ts'
import { lifetimes } from '../settings.ts'
import type { World } from '../world.ts'
import type { SignedInAs } from './authenticate.ts'
import { closeSockets, endSessions } from './end-sessions.ts'

const rowSchema = z.object({
  id: z.string(),
  user_agent: z.string(),
  address: z.string(),
  created_at: z.date(),
  seen_at: z.date(),
})

/** The devices that are signed in to the account, the one seen last first. */
export const listSessions = async (
  { db, clock }: World,
  { playerId, sessionId }: SignedInAs,
): Promise<z.infer<typeof sessionSchema>[]> => {
  const now = clock.now()
  const { rows } = await db.query(
    `select id, user_agent, address, created_at, coalesce(used_at, issued_at) as seen_at from session
     where player_id = $1 and ended_at is null and created_at > $2 and issued_at > $3
     order by seen_at desc, id`,
    [playerId, new Date(now - lifetimes.session), new Date(now - lifetimes.idle)],
  )
  return z
    .array(rowSchema)
    .parse(rows)
    .map(({ id, user_agent, address, created_at, seen_at }) => ({
      sessionid: id,
      device: user_agent,
      address,
      createdAt: created_at.getTime(),
      seenAt: seen_at.getTime(),
      current: id === sessionId,
    }))
}

/** Ends one session of the account: this one or another. Refused when it is none of the account's. */
export const endSession = async (
  world: World,
  { playerId, sessionId }: SignedInAs,
  target: string,
): Promise<Refusal | null> => {
  const ended = await endSessions(world.db, {
    playerId,
    only: target,
    reason: target === sessionId ? 'signed-out' : 'ended',
    now: world.clock.now(),
  })
  closeSockets(world, playerId, ended)
  return ended.length > 0 ? null : refusal(bodyCode.notFound)
}

/** Ends every session of the account, this one too. */
export const signOutEverywhere = async (world: World, { playerId }: SignedInAs): Promise<void> => {
  const ended = await endSessions(world.db, { playerId, reason: 'everywhere', now: world.clock.now() })
  closeSockets(world, playerId, ended)
}
