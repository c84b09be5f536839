import type { ProofRequired } from '@minefall/shared/contracts'
import * as z from 'zod/mini'

/**
 * A refusal as the player is told of it. `until` is when a pause from sitting ends, `proof` how the account is to be
 * shown to be one's own; null where it is about neither.
 */
export type Refused = {
  code: number
  msg: string
  at: number
  until: number | null
  proof: ProofRequired | null
}

const pauseSchema = z.object({ until: z.number() })
const proofSchema = z.object({ codeTo: z.nullable(z.string()), hasPaymentPassword: z.boolean() })

/** What a refused answer tells, `at` a local time in milliseconds; its `detail` has a shape that only its code says. */
export const refusedBy = (
  { code, msg, detail }: { code: number; msg: string; detail?: unknown },
  at: number,
): Refused => {
  const pause = pauseSchema.safeParse(detail)
  const proof = proofSchema.safeParse(detail)
  return {
    code,
    msg,
    at,
    until: pause.success ? pause.data.until : null,
    proof: proof.success ? proof.data : null,
  }
}
