import { type EventObject, fromCallback } from 'xstate'
import { type Claim, checkClaim, claimsOf, type ProofReason } from './claims.ts'
import type { Fact } from './facts.ts'

export type ProverEvent =
  | Fact
  /** Another match begins: what was waiting is no longer of interest. */
  | { type: 'forget' }

export type ProofTold = { type: 'proof.told'; failed: ProofReason | null }

/**
 * Checks what facts claim, one claim at a time, each in a task of its own, so that no frame waits for them. Tells when
 * one fails, and when all so far hold. `defer` runs something in a later task.
 */
export const createProver = (
  defer: (run: () => void) => void,
  tell: (failed: ProofReason | null) => void,
) => {
  let waiting: Claim[] = []
  let isBusy = false
  const forget = () => {
    waiting = []
  }
  const later = () => {
    if (isBusy || waiting.length === 0) return
    isBusy = true
    defer(next)
  }
  const next = () => {
    isBusy = false
    const claim = waiting.shift()
    if (!claim) return
    const failed = checkClaim(claim)
    if (failed) forget()
    if (waiting.length === 0) tell(failed)
    later()
  }
  return {
    hear(fact: Fact) {
      waiting.push(...claimsOf(fact))
      later()
    },
    forget,
  }
}

export const createProverActor = (defer: (run: () => void) => void) =>
  fromCallback<ProverEvent & EventObject>(({ receive, sendBack }) => {
    const prover = createProver(defer, (failed) => {
      const told: ProofTold = { type: 'proof.told', failed }
      sendBack(told)
    })
    receive((event) => {
      if (event.type === 'forget') prover.forget()
      else prover.hear(event)
    })
    return prover.forget
  })
