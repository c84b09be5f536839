import { z } from 'zod'
import { localStore } from '../../lib/storage.ts'
import type { Tally } from './reminder-tally.ts'

// The content policy forbids eval, which Zod would otherwise try for its compiled parsers.
z.config({ jitless: true })

const tallySchema = z.object({
  day: z.iso.date(),
  seconds: z.number().min(0),
  total: z.number().min(0),
})
const answeredAtSchema = z.number().min(0)

const parse = <T>(schema: z.ZodType<T>, text: string | null): T | null => {
  try {
    return schema.safeParse(JSON.parse(text ?? 'null')).data ?? null
  } catch {
    // What is no JSON is not what was kept.
    return null
  }
}

/**
 * What an account's reminder is counted from: kept for all tabs of this browser, and over reloads. A tab may read what
 * another has just replaced. So what is counted and what was answered are kept apart: every tab counts the same from
 * the same figures, and none of them takes an answer back.
 */
export const keptTally = (userId: string) => {
  const counted = `play_tally/${userId}`
  const answered = `play_reminded/${userId}`
  return {
    /** Whether this is the name of something that is kept here. */
    holds: (name: string | null) => name === counted || name === answered,
    tally: (): Tally | null => parse(tallySchema, localStore.get(counted)),
    keepTally: (tally: Tally) => localStore.set(counted, JSON.stringify(tally)),
    /** Where of the total the last reminder was answered; 0 before the first. */
    answeredAt: (): number => parse(answeredAtSchema, localStore.get(answered)) ?? 0,
    keepAnswer: (total: number) => localStore.set(answered, JSON.stringify(total)),
  }
}
