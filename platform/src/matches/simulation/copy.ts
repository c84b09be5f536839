import type { BusEvent } from '@minefall/shared/contracts/bus'
import type { Resume } from '@minefall/shared/contracts/live'
import { emptyHash, evolve, type MatchId, type MatchState, rollHash } from '@minefall/shared/game'

/** A match as a client has it, folded from what it heard. For tests alone. */
export type Copy = { readonly matchId: MatchId; state: MatchState | null; hash: string }

export const emptyCopy = (matchId: MatchId): Copy => ({ matchId, state: null, hash: emptyHash })

/** What a client does with events: takes them, finds that it has them, or finds that some are missing. */
export type CopyOutcome = 'taken' | 'known' | 'missing'

/** Throws when the hash differs from the one that came with the events: the two have folded different matches. */
export const takeEvents = (
  copy: Copy,
  { seq, events, hash }: Omit<BusEvent<'match.events'>, 'matchId'>,
): CopyOutcome => {
  const { state } = copy
  if (!state || seq > state.seq + 1) return 'missing'
  const fresh = events.slice(state.seq + 1 - seq)
  if (fresh.length === 0) return 'known'
  copy.state = fresh.reduce(evolve, state)
  copy.hash = fresh.reduce(rollHash, copy.hash)
  if (copy.hash !== hash)
    throw new Error(`match ${copy.matchId} at ${copy.state.seq}: hash ${copy.hash}, told ${hash}`)
  return 'taken'
}

/** Takes the answer to a resume, unless the copy has moved on in the meantime. */
export const takeResume = (copy: Copy, { catchUp, hash }: Resume): CopyOutcome => {
  if (catchUp.kind === 'events')
    return takeEvents(copy, { seq: catchUp.from + 1, events: catchUp.events, hash })
  if (copy.state && copy.state.seq >= catchUp.state.seq) return 'known'
  copy.state = catchUp.state
  copy.hash = hash
  return 'taken'
}

/** Whether a beat shows that the copy has missed something. Throws when it stands there with another hash. */
export const isBehind = (copy: Copy, beat: { seq: number; hash: string }): boolean => {
  if (!copy.state || copy.state.seq < beat.seq) return true
  if (copy.state.seq === beat.seq && copy.hash !== beat.hash)
    throw new Error(`match ${copy.matchId} at ${beat.seq}: hash ${copy.hash}, beat ${beat.hash}`)
  return false
}
