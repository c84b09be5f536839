import { bodyCode, type ProofRequired } from '@minefall/shared/contracts'
import * as z from 'zod/mini'

/**
 * A refusal as the player is told of it. `until` is when a pause from sitting ends, or when a network that has brought too
 * many guests may bring another; `proof` how the account is to be
 * shown to be one's own; null where it is about neither.
 */
export type Refused = {
  code: number
  msg: string
  at: number
  until: number | null
  proof: ProofRequired | null
}

/** Who has to wait no longer than this is not told: the question is asked again for them. In seconds. */
const quietWait = 10

const waitSchema = z.object({ seconds: z.number() })
const pauseSchema = z.object({ until: z.number() })
const proofSchema = z.object({ codeTo: z.nullable(z.string()), hasPaymentPassword: z.boolean() })

/** How many seconds a refusal for a rate asks to wait, where that is worth telling; null where it is over in a moment. */
export const longWait = (detail: unknown): number | null => {
  const wait = waitSchema.safeParse(detail)
  return wait.success && wait.data.seconds > quietWait ? wait.data.seconds : null
}

/** What a refused answer tells, `at` a local time in milliseconds; its `detail` has a shape that only its code says. */
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
