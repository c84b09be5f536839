import { createMatchActor, isLeaving, type MatchInput } from '../../machines/match/index.ts'

/** What is kept: an actor that knows its match and can be stopped. */
type ReusableActor = {
  getSnapshot(): { context: { matchId: string | null } }
  subscribe(hear: () => void): { unsubscribe(): void }
  stop(): void
}

type Entry<A> = { key: string; actor: A; users: number; cancelStop(): void }

/** How long an unused actor is kept, in milliseconds: StrictMode and a changed address come back for it. */
const keepMs = 250
/** The longest an unused actor waits to give up its seat, in milliseconds: the server ends an absent player's seat sooner. */
const leavingMs = 600_000

/** What a screen asks for: a match to return to, or a seat at a table. */
export const keyOf = (input: MatchInput): string =>
  input.kind === 'return'
    ? `return ${input.gameId} ${input.matchId}`
    : `join ${input.gameId} ${input.stake} ${input.asset}`

const fits = ({ key, actor }: Entry<ReusableActor>, input: MatchInput, wanted: string): boolean => {
  // An actor that sat down on its own is the one its own match's address means.
  if (input.kind === 'return' && actor.getSnapshot().context.matchId === input.matchId) return true
  return key === wanted
}

/** Keeps match actors outside React, one for what is asked, however often a screen mounts. */
export const createMatchActors = <A extends ReusableActor>(
  create: (input: MatchInput) => A,
  isLeaving: (actor: A) => boolean,
) => {
  const entries = new Set<Entry<A>>()
  /** Stops an unused actor once the server has answered its leave, if it sent one. */
  const stopOnceLeft = (entry: Entry<A>) => {
    const { actor } = entry
    const stop = () => {
      entry.cancelStop()
      entries.delete(entry)
      actor.stop()
    }
    const heard = actor.subscribe(() => {
      if (!isLeaving(actor)) stop()
    })
    const limit = setTimeout(stop, leavingMs)
    entry.cancelStop = () => {
      heard.unsubscribe()
      clearTimeout(limit)
    }
    if (!isLeaving(actor)) stop()
  }
  /**
   * The actor for what is asked; a `key` used before, within a moment, gives the same one. Call `release` once for
   * each time: the last one stops the actor, once the server has answered its leave.
   */
  return (input: MatchInput, key: string): { actor: A; release(): void } => {
    const known = [...entries].find((entry) => fits(entry, input, key))
    const entry: Entry<A> = known ?? { key, actor: create(input), users: 0, cancelStop: () => undefined }
    entries.add(entry)
    entry.users += 1
    entry.cancelStop()
    let released = false
    return {
      actor: entry.actor,
      release() {
        if (released) return
        released = true
        entry.users -= 1
        if (entry.users > 0) return
        const kept = setTimeout(() => stopOnceLeft(entry), keepMs)
        entry.cancelStop = () => clearTimeout(kept)
      },
    }
  }
}

/** The match actors of this tab. */
export const acquireMatch = createMatchActors(createMatchActor, (actor) => isLeaving(actor.getSnapshot()))
