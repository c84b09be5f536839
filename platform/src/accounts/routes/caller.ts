import { bodyCode } from '@minefall/shared/contracts'
import { usableLanguage } from '@minefall/shared/languages'
import type { FastifyRequest } from 'fastify'
import type { Sql } from '../../db/index.ts'
import { accepted, refusal } from '../../http/index.ts'
import type { Guests } from '../../players/index.ts'
import { authenticate, type SignedInAs } from '../sessions/authenticate.ts'
import type { Caller, World } from '../world.ts'

const header = (value: string | string[] | undefined): string =>
  (Array.isArray(value) ? value[0] : value) ?? ''

/** Where a call comes from, as the BFF reports it: nothing else reaches the platform. */
export const callerOf = (request: FastifyRequest): Caller => ({
  address: header(request.headers['x-forwarded-for']).split(',')[0]?.trim() || request.ip,
  userAgent: header(request.headers['user-agent']),
  language: usableLanguage(header(request.headers['x-language'])) ?? null,
})

/** The device that calls, if it says so: 32 hex digits in `x-device-id`. */
export const deviceIdOf = (request: FastifyRequest): string | null => {
  const given = header(request.headers['x-device-id'])
  return /^[0-9a-f]{32}$/.test(given) ? given : null
}

/** The token of `authorization: Bearer …`; null where there is none that can be read. */
export const bearerIfAny = (request: FastifyRequest): string | null =>
  /^Bearer +(\S{1,400})$/i.exec(header(request.headers.authorization))?.[1] ?? null

/** The same, refused with 401 where there is none. */
export const bearerOf = (request: FastifyRequest): string =>
  bearerIfAny(request) ?? accepted<string>(refusal(bodyCode.unauthenticated))

/** Who is signed in; refused where no one is. */
export const signedIn = async (world: World, request: FastifyRequest): Promise<SignedInAs> => {
  const me = accepted(await authenticate(world, bearerOf(request)))
  request.caller = `player:${me.playerId}`
  return me
}

/** Who is signed in, or null for a call without a token. A token that is sent must be good. */
export const signedInIfAny = async (world: World, request: FastifyRequest): Promise<SignedInAs | null> =>
  request.headers.authorization === undefined ? null : signedIn(world, request)

/** The caller: a signed-in account, or the guest of a device, who may not be stored yet. */
export type Asker = { playerId: string; guestOf: string | null; isStored: boolean }

type AskerOptions = {
  db: Sql
  accounts: { signedIn(request: FastifyRequest): Promise<{ playerId: string }> }
  guests: Pick<Guests, 'of'>
}

/** The caller, or null without a token and a device. A token must be valid. */
export const askerOf = async (
  { db, accounts, guests }: AskerOptions,
  request: FastifyRequest,
): Promise<Asker | null> => {
  if (request.headers.authorization !== undefined)
    return { playerId: (await accounts.signedIn(request)).playerId, guestOf: null, isStored: true }
  const deviceId = deviceIdOf(request)
  if (deviceId === null) return null
  const { player, isStored } = await guests.of(db, deviceId)
  return { playerId: player.id, guestOf: deviceId, isStored }
}
