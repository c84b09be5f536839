import * as z from 'zod/mini'

/** A refusal as the player is told of it. `until` is when a pause from sitting ends; null where none does. */
export type Refused = { code: number; msg: string; at: number; until: number | null }

const pauseSchema = z.object({ until: z.number() })

/** What a refused answer tells, `at` a local time in milliseconds; its `detail` has a shape that only its code says. */
export const refusedBy = (
  { code, msg, detail }: { code: number; msg: string; detail?: unknown },
  at: number,
): Refused => {
  const pause = pauseSchema.safeParse(detail)
  return { code, msg, at, until: pause.success ? pause.data.until : null }
}
