import type { CloseCode } from '@minefall/shared/contracts/live'
import { seededHex, seededRandom } from '@minefall/shared/testing'
import { afterEach, expect } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { safeStorage } from '../../../lib/storage.ts'
import { canPlay, type SeatedAt, standing } from '../inner.ts'
import { createIo } from '../io.ts'
import { matchMachine } from '../machine.ts'
import { createProverActor } from '../prover.ts'
import { createVault } from '../secrets.ts'
import type { MatchInput, MatchTag } from '../types.ts'
import { givenReceipt, scriptedServer } from './scripted-server.ts'

export const settle = async () => {
  for (let round = 0; round < 5; round++) await new Promise<void>((resolve) => setTimeout(resolve, 0))
}

export const memory = () => {
  const kept = new Map<string, string>()
  return safeStorage(() => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }))
}

export const join: MatchInput = { kind: 'join', gameId: 'mines-trial', stake: '100', asset: 'trial' }
const running: { stop(): unknown }[] = []
afterEach(() => {
  for (const actor of running.splice(0)) actor.stop()
})

export type Server = ReturnType<typeof scriptedServer>
export type TabOptions = {
  input?: MatchInput
  storage?: ReturnType<typeof memory>
  seated?: SeatedAt | null
  closeCode?: CloseCode | null
  userId?: string | null
  seed?: number
}

/** One tab at a match, with its own clock and its own session storage. */
export const openTab = (server: Server, options: TabOptions = {}) => {
  const { input = join, storage = memory(), closeCode = null, seed = 1 } = options
  const random = seededRandom(seed)
  const clock = new SimulatedClock()
  /** What the server knows this tab as, and who is signed in. */
  const known = { isPlayer: false, userId: options.userId ?? null }
  const tools = {
    now: () => clock.now(),
    draw: (bytes: number) => seededHex(random, bytes),
    vault: createVault(storage),
    seated: () => options.seated ?? null,
    isPlayer: () => known.isPlayer,
    userId: () => known.userId,
  }
  const provided = matchMachine.provide({
    actors: {
      ...createIo(server.port, () => closeCode),
      prover: createProverActor(
        (run) => setTimeout(run, 0),
        async ({ key }) => key === givenReceipt.key,
      ),
    },
  })
  const actor = createActor(provided, { input: { ...input, tools }, clock }).start()
  running.push(actor)
  return {
    actor,
    known,
    storage,
    clock,
    context: () => actor.getSnapshot().context,
    is: (state: Parameters<ReturnType<typeof actor.getSnapshot>['matches']>[0]) =>
      actor.getSnapshot().matches(state),
    has: (tag: MatchTag) => actor.getSnapshot().hasTag(tag),
    canPlay: () => canPlay(actor.getSnapshot()),
    standing: () => standing(actor.getSnapshot().context),
    /** Lets time pass in steps, so that what each timer starts is answered before the next. */
    pass: async (ms: number) => {
      for (let left = ms; left > 0; left -= 100) {
        clock.increment(Math.min(100, left))
        await settle()
      }
    },
  }
}
type Tab = ReturnType<typeof openTab>

/** A tab with a seat at a full table that is not locked yet. */
export const openSeated = async (server = scriptedServer(), options: TabOptions = {}) => {
  const tab = openTab(server, options)
  await settle()
  server.fill()
  return { server, tab }
}

/** A tab whose match has just started. */
export const openPlaying = async (server = scriptedServer(), options: TabOptions = {}) => {
  const { tab } = await openSeated(server, options)
  server.lock()
  await settle()
  server.revealOthers()
  server.start()
  await settle()
  return { server, tab }
}

/** The same, at our turn. */
export const openAtOurTurn = async (server = scriptedServer(), options: TabOptions = {}) => {
  const { tab } = await openPlaying(server, options)
  server.untilOurTurn()
  await settle()
  return { server, tab }
}

/** Whether the tab knows exactly what the server knows. */
export const expectSame = (tab: Tab, server: Server) => {
  expect(tab.context().state).toEqual(server.match().state())
  expect(tab.context().hash).toBe(server.match().hash())
}
