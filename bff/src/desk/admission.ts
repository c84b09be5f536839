import { bodyCode, deskHandshakeSchema, type Envelope, type Staff } from '@minefall/shared/contracts'
import type { Refused } from '../live/admission.ts'

/** What became of a desk's handshake: whose it is, or why there is no welcome. */
export type DeskAdmission = { admitted: true; token: string; staff: Staff } | Refused

/** The token in `auth` of the handshake, whatever that is. */
export const readToken = (auth: unknown): string | null =>
  deskHandshakeSchema.safeParse(auth).data?.token ?? null

/** What the platform's word on whose token it is means for a handshake. */
export const deskAdmissionOf = (token: string, { code, msg, data }: Envelope<Staff>): DeskAdmission => {
  if (code === bodyCode.ok && data) return { admitted: true, token, staff: data }
  if (code === bodyCode.tokenInvalid) return { admitted: false, code: 'signed-out', msg }
  return { admitted: false, code: code === bodyCode.timeout ? 'timeout' : 'server', msg }
}
