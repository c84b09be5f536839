import { bodyCode, type Envelope } from '@minefall/shared/contracts'
import { deskHandshakeSchema, type Staff } from '@minefall/shared/contracts/desk'
import { type Refused, refusal } from '../live/admission.ts'

/** The member of staff of a desk connection. */
export type DeskAdmission = { admitted: true; token: string; staff: Staff }

/** The token in `auth` of the handshake, whatever that is. */
export const readToken = (auth: unknown): string | null =>
  deskHandshakeSchema.safeParse(auth).data?.token ?? null

/** Turns the platform's answer about a token into a handshake result. */
export const deskAdmissionOf = (
  token: string,
  { code, msg, data }: Envelope<Staff>,
): DeskAdmission | Refused => {
  if (code === bodyCode.ok && data) return { admitted: true, token, staff: data }
  if (code === bodyCode.tokenInvalid) return refusal('signed-out', msg)
  return refusal(code === bodyCode.timeout ? 'timeout' : 'server', msg)
}
