import type { Resume, ServerMessage } from '@minefall/shared/contracts/live'
import {
  emptyHash,
  evolve,
  type GameEvent,
  type MatchId,
  type MatchState,
  rollHash,
} from '@minefall/shared/game'

/** One match as one player heard of it, and what was wrong with the telling. */
export type MatchCopy = {
  matchId: MatchId
  /** Null until the first answer. */
  state(): MatchState | null
  hash(): string
  /** Every event ever received, by its number; none is forgotten over a new connection. */
  seen: ReadonlyMap<number, GameEvent>
  complaints: readonly string[]
  /** Takes in the answer to a `match.follow`. */
  resume(answer: Resume): void
  /** Takes in events of the stream, of which there must be no hole and no double. */
  events(message: ServerMessage<'match.events'>): void
  snapshot(message: ServerMessage<'match.snapshot'>): void
  /** Whether the copy stands where the server says it should. */
  agrees(beat: ServerMessage<'match.beat'>): boolean
}

export const matchCopy = (matchId: MatchId): MatchCopy => {
  const seen = new Map<number, GameEvent>()
  const complaints: string[] = []
  let state: MatchState | null = null
  let hash = emptyHash

  const complain = (what: string) =>
    complaints.push(`match ${matchId} at ${state?.seq ?? 'nothing'}: ${what}`)

  const fold = (first: number, events: readonly GameEvent[]) => {
    for (const [index, event] of events.entries()) {
      if (!state || first + index !== state.seq + 1) {
        complain(`got event ${first + index}`)
        return
      }
      state = evolve(state, event)
      hash = rollHash(hash, event)
      seen.set(first + index, event)
    }
  }
  const replace = (next: MatchState, nextHash: string) => {
    if (state && next.seq < state.seq) complain(`got a snapshot of ${next.seq}`)
    state = next
    hash = nextHash
  }
  return {
    matchId,
    state: () => state,
    hash: () => hash,
    seen,
    complaints,
    resume({ catchUp, hash: expected }) {
      if (catchUp.kind === 'snapshot') replace(catchUp.state, expected)
      else {
        // Events may have come between the asking and the server's hearing of it.
        const known = (state?.seq ?? 0) - catchUp.from
        fold(catchUp.from + known + 1, catchUp.events.slice(known))
      }
      if (hash !== expected) complain('differs from the server after a resume')
    },
    events: ({ seq, events }) => fold(seq, events),
    snapshot: (message) => replace(message.state, message.hash),
    agrees(beat) {
      if (!state || beat.seq < state.seq) return true
      if (beat.seq === state.seq && beat.hash !== hash) complain('differs from a beat')
      return beat.seq === state.seq && beat.hash === hash
    },
  }
}
