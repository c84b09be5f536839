import {
  bodyCode,
  type CloseCode,
  type Envelope,
  type Handshake,
  handshakeSchema,
  type Identified,
  protocolOldest,
} from '@minefall/shared/contracts'
import { z } from 'zod'
import type { Arrival } from './arrivals.ts'
import type { Ground } from './ground.ts'
import { inLine } from './turnstile.ts'

/** What a socket shows of who it is: its device, and the token of its session. */
export type Credentials = Pick<Handshake, 'deviceId' | 'token'>

/** The close code a socket gets instead of a welcome. */
export type Refused = { admitted: false; code: CloseCode; msg: string }

/** Who a handshake is for. */
export type Admission = { admitted: true; handshake: Handshake; identified: Identified }

/** No welcome, and why. */
export const refusal = (code: CloseCode, msg: string): Refused => ({ admitted: false, code, msg })

/** Read before the rest, so that an old client is told to reload whatever else it sends. */
const versionSchema = z.object({ protocol: z.int() })

/** Parses `auth` of the handshake, whatever it is. */
export const readHandshake = (auth: unknown): Handshake | Refused => {
  const version = versionSchema.safeParse(auth)
  if (version.success && version.data.protocol < protocolOldest) {
    return refusal('protocol', `this page is too old (${bodyCode.protocolTooOld}); please reload`)
  }
  const parsed = handshakeSchema.safeParse(auth)
  return parsed.success
    ? parsed.data
    : refusal('protocol', `wrong handshake: ${parsed.error.issues[0]?.path.join('.') ?? ''}`)
}

/** What the platform's word on who this is means for a handshake. */
export const admissionOf = (handshake: Handshake, answer: Envelope<Identified>): Admission | Refused => {
  if (answer.code === bodyCode.ok && answer.data) {
    return { admitted: true, handshake, identified: answer.data }
  }
  if (answer.code === bodyCode.tokenInvalid || answer.code === bodyCode.tokenExpired) {
    return refusal('signed-out', answer.msg)
  }
  return answer.code === bodyCode.timeout ? refusal('timeout', answer.msg) : refusal('server', answer.msg)
}

/** Asks the platform who this is, when it is the turn of this connection among those of its address. */
export type Identify = (arrival: Arrival, credentials: Credentials) => Promise<Envelope<Identified>>

export const identifier = ({ bus, settings, waiting }: Ground): Identify => {
  const inTurn = inLine(settings, settings.LIVE_SOCKETS_PER_ADDRESS)
  return (arrival, { deviceId, token }) => {
    const request = token === undefined ? { deviceId } : { deviceId, token }
    return inTurn(arrival, () => bus.request('player.identify', request, waiting))
  }
}
