import type { BoardState } from '@minefall/shared/game'
import { type EventObject, fromCallback } from 'xstate'
import { type Claim, checkClaim, claimsOf, type ProofReason } from './claims.ts'
import type { Fact } from './facts.ts'

export type ProverEvent =
  | Fact
  /** Another match begins: pending checks are dropped. */
  | { type: 'forget' }

export type ProofReport = { type: 'proof.told'; failed: ProofReason | null }

/**
 * Checks the claims of facts one at a time, each in its own task, so that no frame is delayed. Reports a failure,
 * and when all so far hold. `defer` runs a function in a later task.
 */
export const createProver = (
  defer: (run: () => void) => void,
  tell: (failed: ProofReason | null) => void,
) => {
  let waiting: Claim[] = []
  /** By its number, as it was last seen. */
  const boards = new Map<number, BoardState>()
  let isBusy = false
  const forget = () => {
    waiting = []
    boards.clear()
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
      const { board } = fact.state
      if (board) boards.set(board.board, board)
      waiting.push(...claimsOf(fact, [...boards.values()]))
      later()
    },
    forget,
  }
}

export const createProverActor = (defer: (run: () => void) => void) =>
  fromCallback<ProverEvent & EventObject>(({ receive, sendBack }) => {
    const prover = createProver(defer, (failed) => {
      const told: ProofReport = { type: 'proof.told', failed }
      sendBack(told)
    })
    receive((event) => {
      if (event.type === 'forget') prover.forget()
      else prover.hear(event)
    })
    return prover.forget
  })
