import type { ProofRequired } from '@minefall/shared/contracts'
import { useState } from 'react'
import { firstWay, type ProofWay, proofAskedBy } from './proof-fields.ts'

/**
 * Whether a form has to be proved, and how: nothing until its call is refused with 1207, or from the start with what
 * another call was refused with.
 */
export const useOwnerProof = (already: ProofRequired | null = null) => {
  const [asked, setAsked] = useState(already)
  const [chosen, setChosen] = useState<ProofWay | null>(null)
  const way = asked && (chosen ?? firstWay(asked))
  return {
    asked,
    /** Null while nothing is asked for. */
    way,
    choose: setChosen,
    /** Asks for what a failed call was refused for; false where it failed otherwise. */
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
