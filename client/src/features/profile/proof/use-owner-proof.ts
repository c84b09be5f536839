import type { ProofRequired } from '@minefall/shared/contracts/rest'
import { useState } from 'react'
import { firstWay, type ProofWay, proofAskedBy } from './proof-fields.ts'

/**
 * The proof of ownership that a form needs: none until its call is refused with 1207, or from the start with the refusal
 * of another call.
 */
export const useOwnerProof = (already: ProofRequired | null = null) => {
  const [asked, setAsked] = useState(already)
  const [chosen, setChosen] = useState<ProofWay | null>(null)
  const way = asked && (chosen ?? firstWay(asked))
  return {
    asked,
    /** Null while no proof is needed. */
    way,
    choose: setChosen,
    /** Asks for the proof that a failed call needs; false for other failures. */
    takes: (error: unknown): boolean => {
      const wanted = proofAskedBy(error)
      if (!wanted) return false
      setAsked(wanted)
      setChosen(null)
      return true
    },
    reset: () => {
      setAsked(already)
      setChosen(null)
    },
  }
}
