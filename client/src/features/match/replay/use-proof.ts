import { useEffect, useState } from 'react'
import type { Fact } from '../../../machines/match/facts.ts'
import { createProver } from '../../../machines/match/prover.ts'
import type { Proof } from '../../../machines/match/types.ts'

/** Checks everything the match has claimed. */
export const useProof = (facts: readonly Fact[]): Proof => {
  const [proof, setProof] = useState<Proof>({ status: 'checking', reason: null, turn: null })
  useEffect(() => {
    const prover = createProver(
      (run) => setTimeout(run, 0),
      ({ failed, turn }) => setProof({ status: failed ? 'failed' : 'verified', reason: failed, turn }),
    )
    facts.forEach(prover.hear)
    return prover.forget
  }, [facts])
  return proof
}
