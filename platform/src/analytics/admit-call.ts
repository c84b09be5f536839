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
import type { World } from './world.ts'

const hour = 3_600_000

/**
 * What all callers who are not signed in may tell this node in a second, and at once, in bytes: ten times what five
 * hundred players' pages tell. Storing more would hold up the moves of matches.
 */
const bytesPerSecond = 131_072
const bytesAtOnce = 1_048_576
/** When to come again where that is used up, in milliseconds: a page has time. */
const againMs = 30_000

/** Counts bytes against what this node takes in; false where there is no room for them now. */
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

/** Who tells; null for a guest, and for one whose token has expired: what their page kept is worth no less then. */
const tellerOf = async ({ authenticate }: World, request: FastifyRequest): Promise<string | null> => {
  const token = bearerIfAny(request)
  if (token === null) return null
  const known = await authenticate(token)
  return isRefusal(known) ? null : known.playerId
}

/** Whose budget a call counts against. Players have their own, which no stranger at their address uses up. */
const budgetsOf = ({ bounds }: World, playerId: string | null, address: string): ByteBudget[] => {
  if (playerId === null)
    return byteBudgets('analytics-address', address, { most: bounds.addressBytesPerHour, withinMs: hour })
  const subject = subjectOf('analytics-player', playerId)
  return [{ subject, most: bounds.playerBytesPerHour, withinMs: hour }]
}

/**
 * Counts a call before its body is read. Throws what refuses it: one that is too large for a caller who is not signed
 * in (413), and one past what an address, or a player, may tell in an hour (1429).
 */
export const admitCall = async (world: World, intake: Intake, request: FastifyRequest): Promise<void> => {
  const bytes = Number(request.headers['content-length'] ?? 0)
  const playerId = await tellerOf(world, request)
  if (playerId === null && bytes > anonymousBytesMax) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
  if (playerId === null && !intake(bytes)) accepted(tooMany(againMs))
  const budgets = budgetsOf(world, playerId, callerOf(request).address)
  const wait = await spendIfAllowed(world.db, budgets, bytes, world.clock.now())
  if (wait !== null) accepted(tooMany(wait))
}
