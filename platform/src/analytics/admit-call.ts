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
export const admitCall = async (world: World, request: FastifyRequest): Promise<void> => {
  const bytes = Number(request.headers['content-length'] ?? 0)
  const playerId = await senderOf(world, request)
  if (playerId === null && bytes > anonymousBytesMax) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
  const budgets = budgetsOf(world, playerId, callerOf(request).address)
  const wait = await spendIfAllowed(world.db, budgets, bytes, world.clock.now())
  if (wait !== null) accepted(tooMany(wait))
}
