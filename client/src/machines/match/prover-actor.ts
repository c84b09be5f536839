import { type EventObject, fromCallback } from 'xstate'
import { type Claim, checkClaim, type ProofReason } from './claims.ts'

export type ProverEvent =
  | { type: 'claims'; claims: readonly Claim[] }
  /** Another match begins: what was waiting is no longer of interest. */
  | { type: 'forget' }

export type ProofTold = { type: 'proof.told'; failed: ProofReason | null }

/**
 * Checks claims one at a time, each in a task of its own, so that no frame waits for them. Tells when one fails, and
 * when all so far hold. `defer` runs something in a later task.
 */
export const createProverActor = (defer: (run: () => void) => void) =>
  fromCallback<ProverEvent & EventObject>(({ receive, sendBack }) => {
    let waiting: Claim[] = []
    let isBusy = false
    let stopped = false
    const tell = (event: ProofTold) => sendBack(event)

    const next = () => {
      isBusy = false
      const claim = waiting.shift()
      if (stopped || !claim) return
      let failed: ProofReason | null
      try {
        failed = checkClaim(claim)
      } catch {
        // What cannot even be computed proves nothing.
        failed = 'layout'
      }
      if (failed) {
        waiting = []
        tell({ type: 'proof.told', failed })
      } else if (waiting.length === 0) tell({ type: 'proof.told', failed: null })
      else later()
    }
    const later = () => {
      if (isBusy) return
      isBusy = true
      defer(next)
    }

    receive((event) => {
      if (event.type === 'forget') {
        waiting = []
        return
      }
      waiting.push(...event.claims)
      if (waiting.length > 0) later()
    })
    return () => {
      stopped = true
    }
  })
