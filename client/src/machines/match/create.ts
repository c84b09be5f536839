import { type ActorRefFrom, createActor, type SnapshotFrom } from 'xstate'
import { readSite } from '../../lib/site.ts'
import { tabStore } from '../../lib/storage.ts'
import { randomHex } from '../connection/identity.ts'
import { connectionActor, livePort } from '../connection/index.ts'
import { storedSession } from '../session/stored-session.ts'
import { createIo } from './io.ts'
import { matchMachine } from './machine.ts'
import { createProverActor } from './prover.ts'
import { createVault } from './secrets.ts'
import type { MatchEvent, MatchInput } from './types.ts'

export type MatchSnapshot = SnapshotFrom<typeof matchMachine>

/** A running match machine. `stop` ends following; the seat, if there is one, is kept. */
export type MatchActorRef = Pick<
  ActorRefFrom<typeof matchMachine>,
  'on' | 'subscribe' | 'getSnapshot' | 'stop'
> & { send(event: MatchEvent): void }

const connection = () => connectionActor.getSnapshot().context

const provided = matchMachine.provide({
  actors: {
    ...createIo(livePort, () => connection().closeCode),
    prover: createProverActor(
      (run) => setTimeout(run, 0),
      async (receipt) => (await import('./receipt.ts')).receiptHolds(receipt, readSite),
    ),
  },
})

/**
 * Starts a match machine: `join` finds a table and sits down, `return` goes to a match by its id, to watch if we
 * have no seat in it. A `join` at a table where we already sit in a live match returns to that one. Create it once
 * per screen and outside React's render (StrictMode mounts twice), and `stop` it when the screen is left: leaving
 * the screen is not leaving the match.
 */
export const createMatchActor = (input: MatchInput): MatchActorRef => {
  const tools = {
    now: () => Date.now(),
    draw: randomHex,
    vault: createVault(tabStore),
    seated: () => connection().seated,
    isPlayer: () => connection().player?.kind === 'player',
    userId: () => storedSession.user()?.id ?? null,
  }
  return createActor(provided, { input: { ...input, tools } }).start()
}
