import { z } from 'zod'
import { localStore } from '../../lib/storage.ts'
import type { Tally } from './reminder-tally.ts'

// The content policy forbids eval, which Zod would otherwise try for its compiled parsers.
z.config({ jitless: true })

const tallySchema = z.object({
  day: z.iso.date(),
  seconds: z.number().min(0),
  since: z.number().min(0),
})

const parse = (text: string | null): Tally | null => {
  try {
    return tallySchema.safeParse(JSON.parse(text ?? 'null')).data ?? null
  } catch {
    // What is no JSON is not what was kept.
    return null
  }
}

/** What an account's reminder is counted from: kept for all tabs of this browser, and over reloads. */
export const keptTally = (userId: string) => {
  const name = `play_tally/${userId}`
  return {
    name,
    read: (): Tally | null => parse(localStore.get(name)),
    keep: (tally: Tally) => localStore.set(name, JSON.stringify(tally)),
  }
}
