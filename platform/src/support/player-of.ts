import type { FastifyRequest } from 'fastify'
import { deviceIdOf } from '../accounts/index.ts'
import type { World } from './world.ts'

/** The caller: a signed-in account, or the guest of a device, who may not be stored yet. */
export type Asker = { playerId: string; guestOf: string | null }

/** The caller, or null without a token and a device. A token must be valid. */
export const askerOf = async (
  { db, accounts, guests }: Pick<World, 'db' | 'accounts' | 'guests'>,
  request: FastifyRequest,
): Promise<Asker | null> => {
  if (request.headers.authorization !== undefined)
    return { playerId: (await accounts.signedIn(request)).playerId, guestOf: null }
  const deviceId = deviceIdOf(request)
  if (deviceId === null) return null
  const { player } = await guests.of(db, deviceId)
  return { playerId: player.id, guestOf: deviceId }
}
