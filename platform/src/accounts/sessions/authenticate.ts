import { createHmac, timingSafeEqual } from 'node:crypto'
import { bodyCode } from '@minefall/shared/contracts'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { type KeyRing, type Refusal, refusal } from '../../http/index.ts'
import { lifetimes } from '../settings.ts'
import type { World } from '../world.ts'

/** A row of `session`. Times are in milliseconds since 1970. */
export type Session = {
  id: string
  playerId: string
  /** The number of the token in force. */
  counter: number
  issuedAt: number
  /** When the token before it was issued. */
  previousIssuedAt: number | null
  /** When the token in force was first used. */
  usedAt: number | null
  createdAt: number
  /** Why it ended; null while it goes on. */
  endReason: string | null
}

/**
 * What a token of ours is worth now.
 *
 * - `over`: the session has ended, is past its limits, or never issued this token.
 * - `current`, `previous`: in force. The previous token stays so until its successor is first used, and a grace of ten
 *   seconds more, so that a lost answer signs no one out.
 * - `superseded`: two tokens old, or past that grace. No honest client holds it for longer than a moment.
 *
 * `expired`: older than thirty minutes, good for nothing but a refresh.
 */
type Verdict = { worth: 'over' | 'superseded' } | { worth: 'current' | 'previous'; expired: boolean }

export const judgeToken = (session: Session, counter: number, now: number): Verdict => {
  const { createdAt, issuedAt, previousIssuedAt, usedAt, endReason } = session
  if (endReason !== null || counter > session.counter) return { worth: 'over' }
  if (now >= createdAt + lifetimes.session || now >= issuedAt + lifetimes.idle) return { worth: 'over' }
  if (counter === session.counter) return { worth: 'current', expired: now >= issuedAt + lifetimes.token }
  const inForce = counter === session.counter - 1 && (usedAt === null || now < usedAt + lifetimes.grace)
  return inForce
    ? { worth: 'previous', expired: now >= (previousIssuedAt ?? 0) + lifetimes.token }
    : { worth: 'superseded' }
}

const rowSchema = z
  .object({
    id: z.string(),
    player_id: z.string(),
    counter: z.int(),
    issued_at: z.date(),
    previous_issued_at: z.date().nullable(),
    used_at: z.date().nullable(),
    created_at: z.date(),
    end_reason: z.string().nullable(),
  })
  .transform(
    (row): Session => ({
      id: row.id,
      playerId: row.player_id,
      counter: row.counter,
      issuedAt: row.issued_at.getTime(),
      previousIssuedAt: row.previous_issued_at?.getTime() ?? null,
      usedAt: row.used_at?.getTime() ?? null,
      createdAt: row.created_at.getTime(),
      endReason: row.end_reason,
    }),
  )

/** The session; with `lock`, locked until the transaction ends. */
export const readSession = async (
  sql: Sql,
  id: string,
  { lock }: { lock: boolean },
): Promise<Session | null> => {
  const { rows } = await sql.query(
    `select id, player_id, counter, issued_at, previous_issued_at, used_at, created_at, end_reason
     from session where id = $1 ${lock ? 'for update' : ''}`,
    [id],
  )
  return rowSchema.optional().parse(rows[0]) ?? null
}

/** A parsed token, `sid.counter.mac`; opaque to clients. */
type TokenParts = { sessionId: string; counter: number }

const shape = /^([0-9a-f]{32})\.([1-9]\d{0,8})\.([\w-]{43})$/

const macWith = (key: Uint8Array, { sessionId, counter }: TokenParts): Buffer =>
  createHmac('sha256', key).update(`${sessionId}.${counter}`).digest()

export const signToken = ({ current }: KeyRing, parts: TokenParts): string =>
  `${parts.sessionId}.${parts.counter}.${macWith(current.key, parts).toString('base64url')}`

/** `unreadable` has the wrong shape; `forged` was not signed with one of our keys. */
export const readToken = ({ all }: KeyRing, token: string): TokenParts | 'unreadable' | 'forged' => {
  const [, sessionId, counter, mac] = shape.exec(token) ?? []
  if (sessionId === undefined || counter === undefined || mac === undefined) return 'unreadable'
  const parts = { sessionId, counter: Number(counter) }
  const given = Buffer.from(mac, 'base64url')
  let ours = false
  for (const key of all.values()) if (timingSafeEqual(macWith(key, parts), given)) ours = true
  return ours ? parts : 'forged'
}

/** Authenticates a caller by a token in force. */
export type SignedInAs = { playerId: string; sessionId: string }

/** Refused: no token (1401), an invalid one (1501), an expired one (1502). */
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
  // Its first use retires its predecessor.
  if (verdict.worth === 'current' && session.usedAt === null)
    await db.query(
      `update session set used_at = $3
       where id = $1 and counter = $2 and used_at is null and ended_at is null`,
      [session.id, session.counter, new Date(now)],
    )
  return { playerId: session.playerId, sessionId: session.id }
}
