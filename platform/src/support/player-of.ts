import type { FastifyRequest } from 'fastify'
import { deviceIdOf } from '../accounts/index.ts'
import { guestOf } from '../players/index.ts'
import type { World } from './world.ts'

/** Who calls: whoever is signed in, or else the guest of the device, or null. A token that is told must be good. */
export const playerOf = async (
  { db, accounts }: Pick<World, 'db' | 'accounts'>,
  request: FastifyRequest,
): Promise<string | null> => {
  if (request.headers.authorization !== undefined) return (await accounts.signedIn(request)).playerId
  const deviceId = deviceIdOf(request)
  return deviceId === null ? null : ((await guestOf(db, deviceId))?.id ?? null)
}
