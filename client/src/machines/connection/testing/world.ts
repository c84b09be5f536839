import type { Envelope } from '@minefall/shared/contracts'
import type { Balance, CloseCode, ServerMessage } from '@minefall/shared/contracts/live'
import type { GameEvent, MatchId } from '@minefall/shared/game'
import { afterEach } from 'vitest'
import { createActor, type EventObject, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import { paceActor } from '../clock.ts'
import { type Ask, createLinkActor, type Incoming, type LinkReport, type OpenLink } from '../link.ts'
import { connectionMachine } from '../machine.ts'
import { createWire, type WireSignal } from '../wire.ts'
import { identify, type Run, sample, watchLobby } from '../with-link.ts'

export const settle = async () => {
  for (let round = 0; round < 2; round++) await new Promise<void>((resolve) => setTimeout(resolve, 0))
}

export const balance = (version: number): Balance => ({
  version,
  coin: '0',
  promo: '0',
  trial: String(version),
  held: { coin: '0', promo: '0', trial: '0' },
})
export const matchId = 'a'.repeat(32) as MatchId
const welcome = (over: { release?: string; version?: number } = {}): Incoming => ({
  name: 'welcome',
  payload: {
    player: { name: 'Guest', avatar: 'a', kind: 'guest' },
    serverAt: 0,
    seated: { matchId, gameId: 'mines-trial' },
    balance: balance(over.version ?? 1),
    release: over.release ?? 'one',
  },
})

/** A link in the hands of the test: what was asked over it, and what it is made to tell. */
export type Held = {
  /** What it was opened with. */
  token: string | null
  release: string | null
  seated: boolean
  closed: boolean
  asked: { name: string; payload: unknown; answer: (envelope: Envelope<unknown>) => void }[]
  tell(report: LinkReport): void
  say(message: Incoming): void
  welcome(over?: { release?: string; version?: number }): Promise<void>
  end(code: CloseCode | null): void
}

const running = <I>(run: Run<I>) =>
  fromCallback<EventObject, I>(({ input, sendBack }) => run(input, sendBack))

const opened: { stop(): unknown }[] = []
afterEach(() => {
  for (const actor of opened.splice(0)) actor.stop()
})

/** A connection in a world made of the test's links, clock and luck. `serverAhead` is what its clock differs by. */
export const open = ({ random = 0.5, serverAhead = 5_000, failLoad = false } = {}) => {
  const links: Held[] = []
  const clock = new SimulatedClock()
  const start = 1_000_000
  const world = {
    /** What our clock was set ahead by. */
    ahead: 0,
    now: () => start + world.ahead + clock.now(),
    answersPings: true,
    failLoad,
    token: null as string | null,
    /** How the match stands, as the answers to heartbeats tell. */
    told: {} as { match?: ServerMessage<'match.beat'> },
    /** The calls that were made to find out about a refused token, at which times; and the outcome of the next. */
    recoveries: [] as number[],
    recover: async (): Promise<void> => undefined,
  }
  const openLink: OpenLink = ({ token, release, seated }, report) => {
    const held: Held = {
      token: token ?? null,
      release: release ?? null,
      seated: seated ?? false,
      closed: false,
      asked: [],
      tell: report,
      say: (message) => report({ type: 'message', message }),
      welcome: async (over) => {
        held.say(welcome(over))
        await settle()
      },
      end: (code) => report({ type: 'closed', code }),
    }
    links.push(held)
    const ask = (name: string, payload: unknown) =>
      new Promise<Envelope<unknown>>((resolve) => {
        held.asked.push({ name, payload, answer: resolve })
        if (name !== 'clock.ping') return
        if (world.answersPings)
          resolve({
            code: 200,
            msg: 'ok',
            data: { sentAt: world.now(), serverAt: start + clock.now() + serverAhead, ...world.told },
          })
        else clock.setTimeout(() => resolve({ code: 1504, msg: 'late', data: null }), 2_500)
      })
    return {
      ask: ask as Ask,
      close: () => {
        held.closed = true
      },
    }
  }
  const wire = createWire()
  const signals: WireSignal['type'][] = []
  wire.listen(({ type }) => signals.push(type))
  let tellSurroundings: (event: EventObject) => void = () => {}
  const actor = createActor(
    connectionMachine.provide({
      actors: {
        link: createLinkActor(
          () => (world.failLoad ? Promise.reject(new Error('no chunk')) : Promise.resolve(openLink)),
          ({ token, release, seated }) => ({
            seated,
            deviceId: '0'.repeat(32),
            tab: '0'.repeat(16),
            ...(token === null ? {} : { token }),
            ...(release === null ? {} : { release }),
          }),
        ),
        pace: paceActor,
        sampler: running(sample),
        lobby: running(watchLobby),
        identify: running(identify),
        recover: fromPromise(() => {
          world.recoveries.push(clock.now())
          return world.recover()
        }),
        surroundings: fromCallback<EventObject, { now: () => number }>(({ sendBack }) => {
          tellSurroundings = sendBack
        }),
      },
    }),
    { input: { wire, now: world.now, random: () => random, token: () => world.token }, clock },
  ).start()
  opened.push(actor)
  const told: string[] = []
  for (const type of ['connection.profileChanged', 'connection.orderMoved', 'connection.rewarded'] as const)
    actor.on(type, () => told.push(type))
  const last = (): Held => {
    const link = links.at(-1)
    if (!link) throw new Error('no link was opened')
    return link
  }
  return {
    actor,
    wire,
    world,
    signals,
    told,
    links,
    last,
    context: () => actor.getSnapshot().context,
    has: (tag: 'connected' | 'connecting' | 'disconnected') => actor.getSnapshot().hasTag(tag),
    is: (state: 'idle' | 'connecting' | 'live' | 'waiting' | 'offline' | 'ended') =>
      actor.getSnapshot().matches(state),
    surroundings: async (type: string) => {
      tellSurroundings({ type })
      await settle()
    },
    /** Hears an event of a match that goes on, or its last one. */
    atMatch: async (how: 'on' | 'over' = 'on') => {
      const event: GameEvent =
        how === 'on'
          ? { type: 'TurnStarted', v: 1, at: 1, turn: 1, seat: 0, deadline: 2 }
          : { type: 'Voided', v: 1, at: 1, reason: 'interrupted', payouts: [], serverSeed: '5e'.repeat(32) }
      last().say({ name: 'match.events', payload: { matchId, seq: 1, events: [event] } })
      await settle()
    },
    /** Lets time pass in steps, so that what each timer starts is answered before the next. */
    pass: async (ms: number, step = 100) => {
      for (let left = ms; left > 0; left -= step) {
        clock.increment(Math.min(step, left))
        await settle()
      }
    },
  }
}

export const openLive = async (options: Parameters<typeof open>[0] = {}) => {
  const it = open(options)
  it.actor.send({ type: 'connection.open' })
  await settle()
  await it.last().welcome()
  return it
}
