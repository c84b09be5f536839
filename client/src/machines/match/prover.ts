import type { BoardState } from '@minefall/shared/game'
import { type EventObject, fromCallback } from 'xstate'
import { type Claim, checkClaim, claimsOf, type ProofReason, turnsOf } from './claims.ts'
import type { DrawClaim } from './draws.ts'
import type { Fact } from './facts.ts'
import type { ClaimedReceipt } from './receipt.ts'

export type ProverEvent =
  | Fact
  | { type: 'receipt'; receipt: ClaimedReceipt }
  /** Another match begins: pending checks are dropped. */
  | { type: 'forget' }

export type ProofReport = Verdict & { type: 'proof.told' }

/**
 * What failed, if anything, and the turns whose tiles were checked. `claim` is what failed of a sealed table: its links are in
 * no later state.
 */
type Verdict = { failed: ProofReason | null; turns: ReadonlySet<number>; claim?: DrawClaim }

/**
 * Checks the claims of facts one at a time, each step in its own task, so that no frame is delayed. Reports a failure,
 * and when all so far hold. `defer` runs a function in a later task.
 */
export const createProver = (defer: (run: () => void) => void, tell: (verdict: Verdict) => void) => {
  let waiting: Claim[] = []
  /** By its number, as it was last seen. */
  const boards = new Map<number, BoardState>()
  let isBusy = false
  let turns: ReadonlySet<number> = new Set()
  let check: ReturnType<typeof checkClaim> | null = null
  const forget = () => {
    waiting = []
    check = null
    turns = new Set()
    boards.clear()
  }
  const later = () => {
    if (isBusy || waiting.length === 0) return
    isBusy = true
    defer(next)
  }
  const next = () => {
    isBusy = false
    const claim = waiting[0]
    if (!claim) return
    check ??= checkClaim(claim)
    const step = check.next()
    if (!step.done) return later()
    check = null
    waiting.shift()
    const failed = step.value
    const checked = turnsOf(claim)
    if (checked.length > 0) turns = new Set([...turns, ...checked])
    if (failed) forget()
    const isOfDraw = claim.kind === 'link' || claim.kind === 'draw'
    if (waiting.length === 0) tell(failed && isOfDraw ? { failed, turns, claim } : { failed, turns })
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

/** `holds` checks a receipt; where it rejects, nothing is known of it. */
export const createProverActor = (
  defer: (run: () => void) => void,
  holds: (receipt: ClaimedReceipt) => Promise<boolean>,
) =>
  fromCallback<ProverEvent & EventObject>(({ receive, sendBack }) => {
    const tell = (verdict: Verdict) => {
      const told: ProofReport = { type: 'proof.told', ...verdict }
      sendBack(told)
    }
    const prover = createProver(defer, tell)
    /** Of the match that is followed; null before it came. */
    let current: ClaimedReceipt | null = null
    const checkReceipt = async (receipt: ClaimedReceipt) => {
      current = receipt
      const isFalse = !(await holds(receipt).catch(() => true))
      if (isFalse && current === receipt) tell({ failed: 'signature', turns: new Set() })
    }
    const forget = () => {
      current = null
      prover.forget()
    }
    receive((event) => {
      if (event.type === 'forget') forget()
      else if (event.type === 'receipt') void checkReceipt(event.receipt)
      else prover.hear(event)
    })
    return forget
  })
