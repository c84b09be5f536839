import type { Fact } from './facts.ts'
import type { Inner } from './inner.ts'
import type { IoEvent, IoReport } from './io.ts'
import { type Command, put } from './outbox.ts'
import type { ProofReport, ProverEvent } from './prover.ts'
import type { Emitted, MatchEvent } from './types.ts'

/** Events the machine raises. */
export type Own =
  /** Our state may differ from the match: resume, with `whole` from a snapshot. */
  | { type: 'copy.doubted'; whole: boolean }
  | { type: 'emote.gone'; key: number }
  /** No news of a live match for too long. */
  | { type: 'match.silent' }

export type Events = MatchEvent | IoReport | ProofReport | Own

/** The effects of an action, in order. */
export type Enqueue = {
  (run: (args: { context: Inner }) => void): void
  assign(next: Partial<Inner>): void
  emit(emitted: Emitted): void
  raise(event: Own, options?: { delay?: number; id?: string }): void
  cancel(id: string): void
  sendTo(target: 'io' | 'prover', event: IoEvent | ProverEvent): void
}

/** Emits facts to listeners, and checks those they stand for. */
export const tellFacts = (enqueue: Enqueue, { facts, checked }: Told): void => {
  for (const fact of facts) enqueue.emit(fact)
  for (const fact of checked) enqueue.sendTo('prover', fact)
}

/** What is shown of what happened, and all of it as far as it is known. */
export type Told = { facts: readonly Fact[]; checked: readonly Fact[] }

export const doubt = (enqueue: Enqueue, whole: boolean, delay = 0): void =>
  enqueue.raise({ type: 'copy.doubted', whole }, delay > 0 ? { delay } : {})

/** Adds a command to the outbox, stored for a reload, before it is sent. */
export const keepCommand = (enqueue: Enqueue, { outbox, secrets }: Inner, command: Command): void => {
  const next = put(outbox, command)
  enqueue.assign({ outbox: next })
  if (secrets) enqueue(({ context }) => context.tools.vault.save({ secrets, outbox: next }))
}

export const sendCommand = (enqueue: Enqueue, command: Command): void =>
  enqueue.sendTo('io', { type: 'command', command })
