import { bodyCode, type Envelope, refuse } from '@minefall/shared/contracts'
import type { Identified } from '@minefall/shared/contracts/bus'
import {
  type CloseCode,
  type Handshake,
  handshakeSchema,
  protocolOldest,
} from '@minefall/shared/contracts/live'
import { z } from 'zod'
import type { Strangers } from '../edge/strangers.ts'
import type { Arrival } from './arrivals.ts'
import { inLine } from './arrivals.ts'
import type { Ground } from './ground.ts'

/** What a socket shows of who it is: its device, the token of its session, and whether it comes back to a seat. */
export type Credentials = Pick<Handshake, 'deviceId' | 'token' | 'seated'>

export const credentialsOf = (deviceId: string, token: string | null): Credentials =>
  token === null ? { deviceId } : { deviceId, token }

export type Refused = { admitted: false; code: CloseCode; msg: string }

export type Admission = { admitted: true; handshake: Handshake; identified: Identified }

export const refusal = (code: CloseCode, msg: string): Refused => ({ admitted: false, code, msg })

/** Read before the rest, so that an old client is asked to reload whatever else it sends. */
const versionSchema = z.object({ protocol: z.int() })

/** Asks the platform who this is, when it is the turn of this connection among those of its address. */
export type Identify = (arrival: Arrival, credentials: Credentials) => Promise<Envelope<Identified>>

export const identifier = ({ bus, settings, waiting }: Ground): Identify => {
  const inTurn = inLine(settings, settings.LIVE_SOCKETS_PER_ADDRESS)
  return (arrival, { deviceId, token }) => {
    const request = token === undefined ? { deviceId } : { deviceId, token }
    return inTurn(arrival, () => bus.request('player.identify', request, waiting))
  }
}

/** Whether a token was refused. */
export const isOfNoSession = ({ code }: { code: number }) =>
  code === bodyCode.tokenInvalid || code === bodyCode.tokenExpired

/** The same for those who come in, where strangers wait for their turn among all strangers first. */
export const identifyInTurn =
  (identify: Identify, strangers: Strangers): Identify =>
  async (arrival, credentials) => {
    const { token, seated } = credentials
    const { address } = arrival
    const isBelieved = token !== undefined && strangers.believes(token, address)
    if (!isBelieved && !(await strangers.turn(address, arrival.conn, seated)))
      return refuse(bodyCode.unavailable, 'too many are coming from this address; try again')
    const answer = await identify(arrival, credentials)
    if (isOfNoSession(answer)) strangers.doubt(address)
    else if (token !== undefined && answer.code === bodyCode.ok) strangers.meet(token)
    return answer
  }

/** Parses `auth` of a handshake, whatever it is, and asks the platform who that is. */
export const admit = async (
  identify: Identify,
  arrival: Arrival,
  auth: unknown,
): Promise<Admission | Refused> => {
  const version = versionSchema.safeParse(auth)
  if (version.success && version.data.protocol < protocolOldest)
    return refusal('protocol', `this page is too old (${bodyCode.protocolTooOld}); please reload`)
  const { data: handshake, error } = handshakeSchema.safeParse(auth)
  if (!handshake) return refusal('protocol', `wrong handshake: ${error.issues[0]?.path.join('.') ?? ''}`)
  const { code, msg, data: identified } = await identify(arrival, handshake)
  if (code === bodyCode.ok && identified) return { admitted: true, handshake, identified }
  if (isOfNoSession({ code })) return refusal('signed-out', msg)
  return refusal(code === bodyCode.timeout ? 'timeout' : 'server', msg)
}
