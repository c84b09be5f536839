import type { SeatSkill } from '@minefall/shared/game'
import { Piscina } from 'piscina'
import { z } from 'zod'

/** Plain JavaScript in the sources; the built package starts the same file. */
const workerFile = new URL('../../src/skill/judge-worker.mjs', import.meta.url)
/** The lowest priority of a thread on Unix; elsewhere it has no effect. */
const niceIncrement = 19

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
  const pool = new Piscina({
    filename: workerFile.href,
    name: 'judge',
    minThreads: 0,
    maxThreads: 1,
    // To start one stalls the main thread: once is enough.
    idleTimeout: Number.POSITIVE_INFINITY,
    niceIncrement,
  })
  return {
    judge: async (told) => judgedSchema.parse(await pool.run(told)),
    close: () => pool.destroy(),
  }
}
