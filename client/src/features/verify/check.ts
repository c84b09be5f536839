import { fairnessCalls } from '@minefall/shared/contracts/rest'
import { type MatchId, matchIdSchema } from '@minefall/shared/game'
import { type Verdict, verifyWithSite } from '@minefall/shared/record'
import { ask } from '../../calls/api.ts'
import { readSite } from '../../lib/site.ts'

/** What someone typed, pasted or dropped: a record, a match by its id or a link to it, or nothing of these. */
export const readAsked = (text: string): { record: string } | { matchId: MatchId } | null => {
  const trimmed = text.trim()
  if (trimmed.startsWith('{')) return { record: trimmed }
  const [id] = /(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/.exec(trimmed) ?? []
  const parsed = matchIdSchema.safeParse(id)
  return parsed.success ? { matchId: parsed.data } : null
}

/** The text of a match's record, as this site has it. Rejects with a `CallError`. */
export const fetchRecord = async (matchId: MatchId): Promise<string> =>
  (await ask(fairnessCalls.record, { params: { id: matchId } })).text()

/** Checks a record step by step; without a network all but what the site says. */
export const checkRecord = (text: string): Promise<Verdict> => verifyWithSite(text, readSite)
