import type { Fact } from './facts.ts'
import type { Inner } from './inner.ts'
import type { AskEvent, IoEvent, IoReport } from './io.ts'
import { type Command, put } from './outbox.ts'
import type { ProofTold, ProverEvent } from './prover.ts'
import type { Kept } from './secrets.ts'
import type { Emitted, MatchEvent } from './types.ts'

/** What the machine tells itself. */
export type Own =
  /** Our copy may differ from the match: resume, with `whole` from a snapshot. */
  | { type: 'copy.doubted'; whole: boolean }
  | { type: 'lock.broken' }
  | { type: 'emote.gone'; key: number }
  /** Nothing has been heard of the match for too long, though it goes on. */
  | { type: 'match.silent' }

export type Events = MatchEvent | IoReport | ProofTold | Own

/** What a step wants done, in order, after its context is taken over. */
export type Effect =
  | { type: 'ask'; ask: AskEvent }
  | { type: 'gap' }
  | { type: 'tell'; facts: readonly Fact[] }
  | { type: 'emit'; emitted: Emitted }
  | { type: 'forget claims' }
  | { type: 'raise'; event: Own; delay?: number }
  /** From now on, silence for this many milliseconds is told of. */
  | { type: 'await news'; withinMs: number }
  | { type: 'keep'; kept: Kept }
  | { type: 'forget' }

/** What an event makes of a context: pure, so that everything the machine does can be read and tested as a value. */
export type Step = { next?: Partial<Inner>; effects?: readonly Effect[] }

type Enqueue = {
  (run: (args: { context: Inner }) => void): void
  assign(next: Partial<Inner>): void
  emit(emitted: Emitted): void
  raise(event: Own, options?: { delay?: number; id?: string }): void
  cancel(id: string): void
  sendTo(target: 'io' | 'prover', event: IoEvent | ProverEvent): void
}

/** Carries a step out. */
export const perform = (enqueue: Enqueue, { next, effects }: Step): void => {
  if (next) enqueue.assign(next)
  for (const effect of effects ?? [])
    switch (effect.type) {
      case 'ask':
        enqueue.sendTo('io', effect.ask)
        break
      case 'gap':
        enqueue.sendTo('io', { type: 'gap' })
        break
      case 'tell':
        for (const fact of effect.facts) {
          enqueue.emit(fact)
          enqueue.sendTo('prover', fact)
        }
        break
      case 'emit':
        enqueue.emit(effect.emitted)
        break
      case 'forget claims':
        enqueue.sendTo('prover', { type: 'forget' })
        break
      case 'raise':
        enqueue.raise(effect.event, effect.delay === undefined ? {} : { delay: effect.delay })
        break
      case 'await news':
        enqueue.cancel('silence')
        enqueue.raise({ type: 'match.silent' }, { id: 'silence', delay: effect.withinMs })
        break
      case 'keep':
        enqueue(({ context }) => context.tools.vault.save(effect.kept))
        break
      case 'forget':
        enqueue(({ context }) => context.tools.vault.forget())
        break
    }
}

/** Asks something whose answer the current state waits for. */
export const asking = (context: Inner, ask: (key: string) => AskEvent): Step => {
  const asked = context.asked + 1
  const key = `ask-${asked}`
  return { next: { asked, askedKey: key }, effects: [{ type: 'ask', ask: ask(key) }] }
}

/** Sends a command under its own id, which is also the key of its answer. */
export const sending = (command: Command): Effect => {
  const key = command.payload.commandId
  switch (command.name) {
    case 'match.open':
      return { type: 'ask', ask: { type: 'ask', key, name: command.name, payload: command.payload } }
    case 'match.reveal':
      return { type: 'ask', ask: { type: 'ask', key, name: command.name, payload: command.payload } }
    case 'match.leave':
      return { type: 'ask', ask: { type: 'ask', key, name: command.name, payload: command.payload } }
  }
}

/** Puts a command into the outbox, keeps it across a reload, and only then sends it. */
export const commanding = ({ outbox, secrets }: Inner, command: Command): Step => {
  const next = put(outbox, command)
  const keep: Effect[] = secrets ? [{ type: 'keep', kept: { secrets, outbox: next } }] : []
  return { next: { outbox: next }, effects: [...keep, sending(command)] }
}
