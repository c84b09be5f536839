import {
  bodyCode,
  type CloseCode,
  type Handshake,
  handshakeSchema,
  type Identified,
  protocolOldest,
} from '@minefall/shared/contracts'
import type { Bus } from '@minefall/shared/node'
import { z } from 'zod'

/** What became of a handshake: who it is, or the close code the socket gets instead of a welcome. */
export type Admission =
  | { admitted: true; handshake: Handshake; identified: Identified }
  | { admitted: false; code: CloseCode; msg: string }

export const refusal = (code: CloseCode, msg: string): Admission => ({ admitted: false, code, msg })

/** Read before the rest, so that an old client is told to reload whatever else it sends. */
const versionSchema = z.object({ protocol: z.int() })

/** Parses `auth` of the handshake and asks the platform who it is. Never rejects. */
export const admit = async (auth: unknown, bus: Bus, timeoutMs: number): Promise<Admission> => {
  const version = versionSchema.safeParse(auth)
  if (version.success && version.data.protocol < protocolOldest) {
    return refusal('protocol', `this page is too old (${bodyCode.protocolTooOld}); please reload`)
  }
  const parsed = handshakeSchema.safeParse(auth)
  if (!parsed.success)
    return refusal('protocol', `wrong handshake: ${parsed.error.issues[0]?.path.join('.') ?? ''}`)
  const { deviceId, token } = parsed.data
  const answer = await bus.request(
    'player.identify',
    token === undefined ? { deviceId } : { deviceId, token },
    { timeoutMs },
  )
  if (answer.code === bodyCode.ok && answer.data) {
    return { admitted: true, handshake: parsed.data, identified: answer.data }
  }
  if (answer.code === bodyCode.tokenInvalid || answer.code === bodyCode.tokenExpired) {
    return refusal('signed-out', answer.msg)
  }
  return answer.code === bodyCode.timeout ? refusal('timeout', answer.msg) : refusal('server', answer.msg)
}
