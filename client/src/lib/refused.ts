import { bodyCode } from '@minefall/shared/contracts'
import type { ProofRequired } from '@minefall/shared/contracts/rest'
import * as z from 'zod/mini'

/**
 * A refusal as the player sees it. `until` is when a pause from sitting ends, or when a network with too many guests may
 * bring another. `proof` says how to prove that the account is yours. Null if the refusal is about neither.
 */
export type Refused = {
  code: number
  msg: string
  at: number
  until: number | null
  proof: ProofRequired | null
}

/** Shorter waits aren't shown: the request is repeated. In seconds. */
const quietWait = 10

const waitSchema = z.object({ seconds: z.number() })
const pauseSchema = z.object({ until: z.number() })
const proofSchema = z.object({ codeTo: z.nullable(z.string()), hasPaymentPassword: z.boolean() })

/** The seconds to wait after a rate limit; null if too short to show. */
export const longWait = (detail: unknown): number | null => {
  const wait = waitSchema.safeParse(detail)
  return wait.success && wait.data.seconds > quietWait ? wait.data.seconds : null
}

/** Reads a refused answer. `at` is a local time in milliseconds; the shape of `detail` depends on the code. */
export const refusedBy = (
  { code, msg, detail }: { code: number; msg: string; detail?: unknown },
  at: number,
): Refused => {
  const pause = pauseSchema.safeParse(detail)
  const proof = proofSchema.safeParse(detail)
  const seconds = code === bodyCode.tooManyRequests ? longWait(detail) : null
  return {
    code,
    msg,
    at,
    until: pause.success ? pause.data.until : seconds && at + seconds * 1_000,
    proof: proof.success ? proof.data : null,
  }
}
