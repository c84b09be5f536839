import { createMatchActor, type MatchActorRef, type MatchInput } from '../../machines/match/index.ts'

type Entry = { key: string; actor: MatchActorRef; users: number; stop: ReturnType<typeof setTimeout> | null }

/** How long an unused actor is kept, in milliseconds: StrictMode and a changed address come back for it. */
const keepMs = 250

const entries = new Set<Entry>()

/** What a screen asks for: a match to return to, or a seat at a table. */
export const keyOf = (input: MatchInput): string =>
  input.kind === 'return'
    ? `return ${input.gameId} ${input.matchId}`
    : `join ${input.gameId} ${input.stake} ${input.asset}`

const fits = (entry: Entry, input: MatchInput, key: string): boolean => {
  // An actor that sat down by itself is the one its own match's address means.
  if (input.kind === 'return' && entry.actor.getSnapshot().context.matchId === input.matchId) return true
  return entry.key === key
}

/**
 * The actor for what is asked, one however often a screen mounts. It lives outside React; call `release` once for
 * each `acquire`. A `key` used before, within a moment, gives the same actor.
 */
export const acquireMatch = (
  input: MatchInput,
  key: string,
  create: (input: MatchInput) => MatchActorRef = createMatchActor,
): { actor: MatchActorRef; release(): void } => {
  const known = [...entries].find((entry) => fits(entry, input, key))
  const entry: Entry = known ?? { key, actor: create(input), users: 0, stop: null }
  entries.add(entry)
  entry.users += 1
  if (entry.stop !== null) clearTimeout(entry.stop)
  entry.stop = null
  let released = false
  return {
    actor: entry.actor,
    release() {
      if (released) return
      released = true
      entry.users -= 1
      if (entry.users > 0) return
      entry.stop = setTimeout(() => {
        entries.delete(entry)
        entry.actor.stop()
      }, keepMs)
    },
  }
}
