import { evolve, type GameEvent, initialState, type MatchHeader } from '@minefall/shared/game'
import { useEffect, useState } from 'react'
import { type Claim, checkClaim, claimsOfEvent } from '../../machines/match/claims.ts'
import type { Proof } from '../../machines/match/types.ts'

const claimsOf = (header: MatchHeader, events: readonly GameEvent[]): Claim[] => {
  let state = initialState(header)
  return events.flatMap((event) => {
    state = evolve(state, event)
    return claimsOfEvent(event, state)
  })
}

const check = (claim: Claim): string | null => {
  try {
    return checkClaim(claim)
  } catch {
    // What cannot even be computed proves nothing.
    return 'layout'
  }
}

/** Checks everything the match has claimed, each in a task of its own so that no frame waits for it. */
export const useProof = (header: MatchHeader, events: readonly GameEvent[]): Proof => {
  const [proof, setProof] = useState<Proof>({ status: 'checking', reason: null })
  useEffect(() => {
    const claims = claimsOf(header, events)
    let timer: ReturnType<typeof setTimeout>
    const next = () => {
      const claim = claims.shift()
      const reason = claim ? check(claim) : null
      if (reason !== null) setProof({ status: 'failed', reason })
      else if (claim) timer = setTimeout(next, 0)
      else setProof({ status: 'verified', reason: null })
    }
    timer = setTimeout(next, 0)
    return () => clearTimeout(timer)
  }, [header, events])
  return proof
}
