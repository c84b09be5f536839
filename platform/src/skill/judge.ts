import type { SeatSkill } from '@minefall/shared/game'
import { z } from 'zod'
import { workerPool } from '../jobs/worker-pool.ts'

const judgedSchema = z.object({
  isExact: z.boolean(),
  seats: z.array(
    z.object({
      seat: z.int(),
      moves: z.int(),
      choices: z.int(),
      accuracy: z.number().nullable(),
      survived: z.int(),
      expected: z.number(),
      variance: z.number(),
    } satisfies Record<keyof SeatSkill | 'seat', z.ZodType>),
  ),
})
export type Judged = z.infer<typeof judgedSchema>

export type Judge = {
  /** `told` is a match as {@link judgeNext} reads it. Rejects where the journal is damaged. */
  judge(told: string): Promise<Judged>
  /** Ends its thread; what still waits rejects. */
  close(): Promise<void>
}

/** Judges matches in its own thread, so that no move waits for one. */
export const startJudge = (): Judge => {
  const pool = workerPool({ file: 'skill/judge-worker.mjs', name: 'judge' })
  return {
    judge: async (told) => judgedSchema.parse(await pool.run(told)),
    close: () => pool.destroy(),
  }
}
