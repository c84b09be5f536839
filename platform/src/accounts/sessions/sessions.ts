import { bodyCode, ok } from '@minefall/shared/contracts'
import type { OwnerProof, sessionSchema } from '@minefall/shared/contracts/rest'
import type { Unsubscribe } from '@minefall/shared/node'
import { z } from 'zod'
import { tellingOutages } from '../../bus/answering.ts'
import type { Sql } from '../../db/index.ts'
import { type Refusal, refusal } from '../../http/index.ts'
import { prove } from '../proof.ts'
import { lifetimes } from '../settings.ts'
import type { World } from '../world.ts'
import type { SignedInAs } from './authenticate.ts'
import { closeSockets, endSessions } from './end-sessions.ts'

/** Answers which of a BFF's sessions have ended, until the returned function is called. */
export const answerSessionChecks = ({ db, bus, clock, log }: World): Unsubscribe =>
  tellingOutages(bus, log).respond('session.check', async ({ sessions }) => {
    const now = clock.now()
    const { rows } = await db.query(
      `select id from session
       where id = any($1::text[]) and ended_at is null and created_at > $2 and issued_at > $3`,
      [sessions, new Date(now - lifetimes.session), new Date(now - lifetimes.idle)],
    )
    const inForce = new Set(
      z
        .array(z.object({ id: z.string() }))
        .parse(rows)
        .map(({ id }) => id),
    )
    return ok({ ended: sessions.filter((session) => !inForce.has(session)) })
  })

const rowSchema = z.object({
  id: z.string(),
  user_agent: z.string(),
  address: z.string(),
  created_at: z.date(),
  seen_at: z.date(),
})

/** The devices that are signed in to the account, most recently seen first. */
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

/** Of a session as staff see it; those that ended are kept for 30 days. */
type PastSession = {
  id: string
  device: string
  address: string
  createdAt: number
  seenAt: number
  /** When and why it ended, `expired` past its limits; null while it goes on. Milliseconds since 1970. */
  ended: { at: number; reason: string } | null
}

const pastRow = rowSchema.extend({
  issued_at: z.date(),
  ended_at: z.date().nullable(),
  end_reason: z.string().nullable(),
})

const endOf = (
  { created_at, issued_at, ended_at, end_reason }: z.infer<typeof pastRow>,
  now: number,
): PastSession['ended'] => {
  if (ended_at && end_reason !== null) return { at: ended_at.getTime(), reason: end_reason }
  const at = Math.min(created_at.getTime() + lifetimes.session, issued_at.getTime() + lifetimes.idle)
  return at <= now ? { at, reason: 'expired' } : null
}

/** The latest sessions of an account, whether they go on or not, the newest first. */
export const readLatestSessions = async (
  sql: Sql,
  { playerId, now, limit }: { playerId: string; now: number; limit: number },
): Promise<PastSession[]> => {
  const { rows } = await sql.query(
    `select id, user_agent, address, created_at, coalesce(used_at, issued_at) as seen_at, issued_at, ended_at, end_reason
     from session where player_id = $1 order by created_at desc, id limit $2`,
    [playerId, limit],
  )
  return pastRow
    .array()
    .parse(rows)
    .map((row) => ({
      id: row.id,
      device: row.user_agent,
      address: row.address,
      createdAt: row.created_at.getTime(),
      seenAt: row.seen_at.getTime(),
      ended: endOf(row, now),
    }))
}

/**
 * Marks the session for a proof that the account is its holder's: a token alone can be stolen. One that is marked stays so,
 * whatever the proof.
 */
export const confirmSession = async (
  world: World,
  { playerId, sessionId }: SignedInAs,
  proof: OwnerProof,
): Promise<Refusal | null> => {
  const marked = await world.db.query('select from session where id = $1 and confirmed_at is not null', [
    sessionId,
  ])
  if (marked.count > 0) return null
  const refused = await prove(world, playerId, proof)
  if (refused) return refused
  const { count } = await world.db.query(
    'update session set confirmed_at = $2 where id = $1 and ended_at is null',
    [sessionId, new Date(world.clock.now())],
  )
  return count > 0 ? null : refusal(bodyCode.tokenInvalid)
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
