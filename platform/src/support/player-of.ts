import type { FastifyRequest } from 'fastify'
import { deviceIdOf } from '../accounts/index.ts'
import type { World } from './world.ts'

/** Who calls: the account that is signed in, or the guest of a device, who may not be kept yet. */
export type Asker = { playerId: string; guestOf: string | null }

/** Who calls, or null where no device is told either. A token that is told must be good. */
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
