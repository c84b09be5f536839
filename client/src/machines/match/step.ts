import type { Fact } from './facts.ts'
import type { Inner } from './inner.ts'
import type { IoEvent, IoReport } from './io.ts'
import { type Command, put } from './outbox.ts'
import type { ProofTold, ProverEvent } from './prover.ts'
import type { Emitted, MatchEvent } from './types.ts'

/** What the machine tells itself. */
export type Own =
  /** Our copy may differ from the match: resume, with `whole` from a snapshot. */
  | { type: 'copy.doubted'; whole: boolean }
  | { type: 'emote.gone'; key: number }
  /** Nothing has been heard of the match for too long, though it goes on. */
  | { type: 'match.silent' }

export type Events = MatchEvent | IoReport | ProofTold | Own

/** What an action of the machine may do, in order. */
export type Enqueue = {
  (run: (args: { context: Inner }) => void): void
  assign(next: Partial<Inner>): void
  emit(emitted: Emitted): void
  raise(event: Own, options?: { delay?: number; id?: string }): void
  cancel(id: string): void
  sendTo(target: 'io' | 'prover', event: IoEvent | ProverEvent): void
}

/** Tells what happened to anyone who listens, and has it proved. */
export const tellFacts = (enqueue: Enqueue, facts: readonly Fact[]): void => {
  for (const fact of facts) {
    enqueue.emit(fact)
    enqueue.sendTo('prover', fact)
  }
}

export const doubt = (enqueue: Enqueue, whole: boolean): void =>
  enqueue.raise({ type: 'copy.doubted', whole })

/** Puts a command into the outbox and keeps it across a reload, before it is sent. */
export const keepCommand = (enqueue: Enqueue, { outbox, secrets }: Inner, command: Command): void => {
  const next = put(outbox, command)
  enqueue.assign({ outbox: next })
  if (secrets) enqueue(({ context }) => context.tools.vault.save({ secrets, outbox: next }))
}

export const sendCommand = (enqueue: Enqueue, command: Command): void =>
  enqueue.sendTo('io', { type: 'command', command })
