import { anonymousBytesMax } from '@minefall/shared/analytics'
import { errorCodes, type FastifyRequest } from 'fastify'
import {
  type ByteBudget,
  bearerIfAny,
  byteBudgets,
  callerOf,
  spendIfAllowed,
  subjectOf,
} from '../accounts/index.ts'
import { accepted, isRefusal, tooMany } from '../http/index.ts'
import type { World } from './start-analytics.ts'

const hour = 3_600_000

/**
 * Bytes that this node takes from all callers who are not signed in, per second and in a burst: ten times what the
 * pages of 500 players send. Storing more would delay the moves of matches.
 */
const bytesPerSecond = 131_072
const bytesAtOnce = 1_048_576
/** The wait after that is used up, in milliseconds. Pages can wait. */
const againMs = 30_000

/** Counts bytes against this node's intake. False if there is no room now. */
export type Intake = (bytes: number) => boolean

export const nodeIntake = ({ clock }: Pick<World, 'clock'>): Intake => {
  let room = bytesAtOnce
  let at = clock.now()
  return (bytes) => {
    const now = clock.now()
    room = Math.min(bytesAtOnce, room + ((now - at) * bytesPerSecond) / 1_000)
    at = now
    if (bytes > room) return false
    room -= bytes
    return true
  }
}

/** The signed-in player; null for a guest or an expired token, whose events are still accepted. */
const senderOf = async ({ authenticate }: World, request: FastifyRequest): Promise<string | null> => {
  const token = bearerIfAny(request)
  if (token === null) return null
  const known = await authenticate(token)
  return isRefusal(known) ? null : known.playerId
}

/** The budgets of a call. Each player has their own, which others at the same address can't use up. */
const budgetsOf = ({ bounds }: World, playerId: string | null, address: string): ByteBudget[] => {
  if (playerId === null)
    return byteBudgets('analytics-address', address, { most: bounds.addressBytesPerHour, withinMs: hour })
  const subject = subjectOf('analytics-player', playerId)
  return [{ subject, most: bounds.playerBytesPerHour, withinMs: hour }]
}

/**
 * Counts a call before its body is read. Throws a refusal if it is too large for a caller who is not signed in (413),
 * or beyond the hourly budget of the address or player (1429).
 */
export const admitCall = async (world: World, intake: Intake, request: FastifyRequest): Promise<void> => {
  const bytes = Number(request.headers['content-length'] ?? 0)
  const playerId = await senderOf(world, request)
  if (playerId === null && bytes > anonymousBytesMax) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
  if (playerId === null && !intake(bytes)) accepted(tooMany(againMs))
  const budgets = budgetsOf(world, playerId, callerOf(request).address)
  const wait = await spendIfAllowed(world.db, budgets, bytes, world.clock.now())
  if (wait !== null) accepted(tooMany(wait))
}
