import { type Balance, type CloseCode, closeCodes } from '@minefall/shared/contracts'
import { assign, type CallbackActorLogic, enqueueActions, not, sendTo, setup } from 'xstate'
import { backoffMs } from './backoff.ts'
import { addSample, type ClockSample, readClock } from './clock-samples.ts'
import type { Incoming } from './link.ts'
import { tellerActor } from './teller-actor.ts'
import type { ConnectionContext, ConnectionEvent } from './types.ts'
import type { Wire } from './wire.ts'

/** What the machine is given instead of reaching for it. */
export type ConnectionInput = {
  wire: Wire
  /** Local milliseconds since 1970. */
  now: () => number
  /** Numbers in [0, 1). */
  random: () => number
}

/** What the actors tell the machine. `key` names the link it is about; a link that was given up is not heard. */
export type ConnectionReport =
  | { type: 'link.message'; key: number; message: Incoming }
  | { type: 'link.bad'; key: number; name: string; problem: string }
  | { type: 'link.closed'; key: number; code: CloseCode | null }
  | ({ type: 'clock.sampled' } & ClockSample)
  | { type: 'clock.missed'; key: number }
  /** The wall clock jumped: the tab slept. */
  | { type: 'tab.woke' }
  | { type: 'lobby.digested'; digest: NonNullable<ConnectionContext['digest']> }

type Inner = ConnectionContext &
  ConnectionInput & {
    /** The link spoken over, or being opened; null when there is none. */
    key: number | null
    /** The second link of a move to another server. */
    nextKey: number | null
    /** The link that was left and stays a moment longer. */
    oldKey: number | null
    lastKey: number
    samples: readonly ClockSample[]
    /** Samples asked for on this link. */
    asked: number
    /** How many parts of the page want the lobby's figures. */
    watchers: number
    release: string | null
  }

/** The first samples come quickly to find a good offset; then often enough that a dead network is soon noticed. */
const eagerSamples = 5
export const sampleEveryMs = { eager: 400, calm: 2_500 } as const
export const answerWithinMs = 2_500
/** An attempt that hangs is given up: when a network returns, a fresh one is quicker than the old one's retries. */
const attemptWithinMs = (attempt: number) => Math.min(10_000, 4_000 + attempt * 1_000)
/** After a move the first link stays this long, for what was still under way to it. */
const holdOldMs = 2_000
/** Without a network event an offline tab looks by itself, since `navigator.onLine` may be wrong. */
const lookWhenOfflineMs = 5_000

const linkId = (key: number) => `link-${key}`
const newer = (current: Balance | null, next: Balance) =>
  current && current.version >= next.version ? current : next

export const connectionMachine = setup({
  types: {
    context: {} as Inner,
    input: {} as ConnectionInput,
    events: {} as ConnectionEvent | ConnectionReport,
    tags: {} as 'connected' | 'connecting' | 'disconnected',
  },
  actors: {
    /** One socket; reports `link.*`. */
    link: {} as CallbackActorLogic<{ type: string }, { key: number; wire: Wire }>,
    /** Takes one clock sample over the wire. */
    sampler: {} as CallbackActorLogic<
      { type: string },
      { key: number; wire: Wire; now: () => number; roundTripMs: number | null }
    >,
    teller: tellerActor,
    /** The browser's network and visibility; reports `network.*` and `tab.*`. */
    surroundings: {} as CallbackActorLogic<{ type: string }, { now: () => number }>,
    /** Watches the lobby while somebody shows it. */
    lobby: {} as CallbackActorLogic<{ type: string }, { wire: Wire }>,
  },
  delays: {
    attemptTimeout: ({ context }) => attemptWithinMs(context.attempt),
    backoff: ({ context }) => Math.max(0, (context.retryAt ?? 0) - context.now()),
    nextSample: ({ context }) => (context.asked < eagerSamples ? sampleEveryMs.eager : sampleEveryMs.calm),
  },
  guards: {
    isCurrent: ({ context, event }) => 'key' in event && event.key === context.key,
    isNext: ({ context, event }) => 'key' in event && event.key === context.nextKey,
    isEnding: ({ context, event }) =>
      event.type === 'link.closed' &&
      event.key === context.key &&
      event.code !== null &&
      !closeCodes[event.code].retry,
    isWatched: ({ context }) => context.watchers > 0,
  },
  actions: {
    openLink: enqueueActions(({ context, enqueue }) => {
      const key = context.lastKey + 1
      enqueue.assign({ key, lastKey: key, retryAt: null })
      enqueue.spawnChild('link', { id: linkId(key), input: { key, wire: context.wire } })
    }),
    openNextLink: enqueueActions(({ context, enqueue }) => {
      const key = context.lastKey + 1
      enqueue.assign({ nextKey: key, lastKey: key })
      enqueue.spawnChild('link', { id: linkId(key), input: { key, wire: context.wire } })
    }),
    dropLinks: enqueueActions(({ context, enqueue }) => {
      for (const key of [context.key, context.nextKey, context.oldKey]) {
        if (key === null) continue
        enqueue.stopChild(linkId(key))
        enqueue(() => context.wire.detach(key))
      }
      enqueue.assign({ key: null, nextKey: null, oldKey: null })
    }),
    dropNextLink: enqueueActions(({ context, enqueue }) => {
      if (context.nextKey === null) return
      enqueue.stopChild(linkId(context.nextKey))
      enqueue.assign({ nextKey: null })
    }),
    dropOldLink: enqueueActions(({ context, enqueue }) => {
      const { oldKey } = context
      if (oldKey === null) return
      enqueue.stopChild(linkId(oldKey))
      enqueue(() => context.wire.detach(oldKey))
      enqueue.assign({ oldKey: null })
    }),
    moveToNextLink: assign(({ context }) => ({
      key: context.nextKey,
      nextKey: null,
      oldKey: context.key,
      asked: 0,
    })),
    takeWelcome: assign(({ context, event }) => {
      if (event.type !== 'link.message' || event.message.name !== 'welcome') return {}
      const { player, seated, balance, release } = event.message.payload
      return {
        player,
        seated,
        // A fresh connection may be another player's; a move to another server is not.
        balance: event.key === context.nextKey ? newer(context.balance, balance) : balance,
        release: context.release ?? release,
        updateReady: context.updateReady || (context.release !== null && context.release !== release),
      }
    }),
    becomeLive: assign({ closeCode: null, attempt: 0, retryAt: null, downSince: null, asked: 0 }),
    useLink: ({ context }) => {
      if (context.key !== null) context.wire.use(context.key)
    },
    tellUp: sendTo('teller', { type: 'up' }),
    tellDoubt: sendTo('teller', { type: 'doubt' }),
    tellDown: sendTo('teller', ({ context }) => ({
      type: 'down' as const,
      code: context.closeCode ?? ('network' as const),
    })),
    noteDown: assign(({ context, event }) => ({
      // A failed attempt does not hide why the connection ended.
      closeCode:
        event.type === 'link.closed'
          ? (event.code ?? context.closeCode ?? 'network')
          : event.type === 'clock.missed'
            ? ('timeout' as const)
            : event.type === 'network.offline'
              ? ('network' as const)
              : (context.closeCode ?? 'network'),
      downSince: context.downSince ?? context.now(),
      samples: [],
      roundTripMs: null,
    })),
    planRetry: assign(({ context }) => ({
      attempt: context.attempt + 1,
      retryAt: context.now() + backoffMs(context.attempt, context.random),
    })),
    takeMessage: assign(({ context, event }) => {
      if (event.type !== 'link.message') return {}
      const { message } = event
      switch (message.name) {
        case 'balance':
          return { balance: newer(context.balance, message.payload) }
        case 'seated':
          return { seated: message.payload.seated }
        case 'lobby.digest':
          return { digest: message.payload }
        default:
          return {}
      }
    }),
    takeSample: assign(({ context, event }) => {
      if (event.type !== 'clock.sampled') return {}
      const samples = addSample(context.samples, event)
      return { samples, ...readClock(samples) }
    }),
    forgetSamples: assign({ samples: [], asked: 0 }),
    countSample: assign({ asked: ({ context }) => context.asked + 1 }),
    addWatcher: assign({ watchers: ({ context }) => context.watchers + 1 }),
    removeWatcher: assign({ watchers: ({ context }) => Math.max(0, context.watchers - 1) }),
  },
}).createMachine({
  id: 'connection',
  context: ({ input }) => ({
    ...input,
    closeCode: null,
    attempt: 0,
    retryAt: null,
    downSince: null,
    roundTripMs: null,
    offsetMs: 0,
    player: null,
    balance: null,
    seated: null,
    digest: null,
    updateReady: false,
    key: null,
    nextKey: null,
    oldKey: null,
    lastKey: 0,
    samples: [],
    asked: 0,
    watchers: 0,
    release: null,
  }),
  invoke: [
    { src: 'surroundings', input: ({ context }) => ({ now: context.now }) },
    { id: 'teller', src: 'teller', input: ({ context }) => ({ wire: context.wire }) },
  ],
  on: {
    'connection.close': { target: '.idle', actions: ['dropLinks', 'tellDown'] },
    'lobby.watch': { actions: 'addWatcher' },
    'lobby.unwatch': { actions: 'removeWatcher' },
    'lobby.digested': { actions: assign({ digest: ({ event }) => event.digest }) },
  },
  initial: 'idle',
  states: {
    idle: {
      tags: 'connecting',
      on: { 'connection.open': 'connecting' },
    },
    connecting: {
      tags: 'connecting',
      entry: 'openLink',
      on: {
        'link.message': [
          {
            guard: ({ context, event }) => event.key === context.key && event.message.name === 'welcome',
            target: 'live',
            actions: 'takeWelcome',
          },
        ],
        'link.closed': [
          { guard: 'isEnding', target: 'ended', actions: ['noteDown', 'dropLinks'] },
          { guard: 'isCurrent', target: 'waiting', actions: ['noteDown', 'dropLinks'] },
        ],
        'network.offline': { target: 'offline', actions: ['noteDown', 'dropLinks'] },
        // The attempt may hang on a network that is gone; a new one is cheap.
        'network.online': { target: 'connecting', reenter: true, actions: 'dropLinks' },
        'tab.woke': { target: 'connecting', reenter: true, actions: 'dropLinks' },
      },
      after: { attemptTimeout: { target: 'waiting', actions: ['noteDown', 'dropLinks'] } },
    },
    live: {
      tags: 'connected',
      entry: ['becomeLive', 'useLink', 'tellUp'],
      type: 'parallel',
      on: {
        'link.closed': [
          { guard: 'isEnding', target: 'ended', actions: ['noteDown', 'dropLinks', 'tellDown'] },
          // The server went before the move was finished: what was opened as the second link is dropped too.
          { guard: 'isCurrent', target: 'waiting', actions: ['noteDown', 'dropLinks', 'tellDown'] },
        ],
        'link.bad': { guard: 'isCurrent', actions: 'tellDoubt' },
        'clock.missed': {
          guard: 'isCurrent',
          target: 'waiting',
          actions: ['noteDown', 'dropLinks', 'tellDown'],
        },
        'network.offline': { target: 'offline', actions: ['noteDown', 'dropLinks', 'tellDown'] },
        'tab.woke': { actions: ['forgetSamples', 'tellDoubt'] },
        'connection.retry': { actions: 'tellDoubt' },
      },
      states: {
        clock: {
          initial: 'sampling',
          states: {
            sampling: {
              entry: 'countSample',
              invoke: {
                src: 'sampler',
                input: ({ context }) => ({
                  key: context.key ?? 0,
                  wire: context.wire,
                  now: context.now,
                  roundTripMs: context.roundTripMs,
                }),
              },
              on: {
                'clock.sampled': { target: 'resting', actions: 'takeSample' },
                // It went over a link that was left meanwhile.
                'clock.missed': { guard: not('isCurrent'), target: 'resting' },
              },
            },
            resting: {
              after: { nextSample: 'sampling' },
              on: {
                'tab.woke': { target: 'sampling', actions: ['forgetSamples', 'tellDoubt'] },
                'tab.visible': 'sampling',
                'network.online': 'sampling',
              },
            },
          },
        },
        lobby: {
          initial: 'unwatched',
          states: {
            unwatched: { always: { guard: 'isWatched', target: 'watched' } },
            watched: {
              invoke: { src: 'lobby', input: ({ context }) => ({ wire: context.wire }) },
              always: { guard: ({ context }) => context.watchers === 0, target: 'unwatched' },
            },
          },
        },
        server: {
          initial: 'staying',
          on: { 'link.message': { guard: 'isCurrent', actions: 'takeMessage' } },
          states: {
            staying: {
              on: {
                'link.message': [
                  {
                    guard: ({ context, event }) =>
                      event.key === context.key && event.message.name === 'drain',
                    target: 'moving',
                  },
                  { guard: 'isCurrent', actions: 'takeMessage' },
                ],
              },
            },
            moving: {
              entry: 'openNextLink',
              on: {
                'link.message': [
                  {
                    guard: ({ context, event }) =>
                      event.key === context.nextKey && event.message.name === 'welcome',
                    target: 'moved',
                    actions: ['takeWelcome', 'moveToNextLink', 'useLink', 'tellUp'],
                  },
                  { guard: 'isCurrent', actions: 'takeMessage' },
                ],
                'link.closed': { guard: 'isNext', target: 'movingLater', actions: 'dropNextLink' },
              },
              after: { attemptTimeout: { target: 'movingLater', actions: 'dropNextLink' } },
            },
            movingLater: { after: { 1000: 'moving' } },
            moved: {
              after: { [holdOldMs]: { target: 'staying', actions: 'dropOldLink' } },
            },
          },
        },
      },
    },
    waiting: {
      tags: 'connecting',
      entry: 'planRetry',
      on: {
        'connection.retry': 'connecting',
        'connection.open': 'connecting',
        'network.online': 'connecting',
        'tab.visible': 'connecting',
        'tab.woke': 'connecting',
        'network.offline': { target: 'offline', actions: 'noteDown' },
      },
      after: { backoff: 'connecting' },
    },
    offline: {
      // The closed table says how each cause looks, and `network` comes back by itself.
      tags: 'connecting',
      on: {
        'connection.retry': 'connecting',
        'network.online': 'connecting',
        'tab.visible': 'connecting',
        'tab.woke': 'connecting',
      },
      after: { [lookWhenOfflineMs]: 'connecting' },
    },
    ended: {
      tags: 'disconnected',
      on: { 'connection.retry': 'connecting', 'connection.open': 'connecting' },
    },
  },
})
