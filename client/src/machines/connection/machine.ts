import { and, assign, not } from 'xstate'
import { connectionSetup } from './setup.ts'
import { unconnected } from './types.ts'

/** After a move to another server the first link stays this long, for messages still under way. */
const holdOldMs = 2_000
/** Without a network event an offline tab looks on its own, since `navigator.onLine` may be wrong. */
const lookWhenOfflineMs = 5_000
/** How long to wait before asking a failing server again to change the player. */
const identifyPauseMs = 2_000

/** The connection: opening, losing, retrying, and moving to another server. */
export const connectionMachine = connectionSetup.createMachine({
  id: 'connection',
  context: ({ input }) => ({
    ...input,
    ...unconnected,
    key: null,
    nextKey: null,
    oldKey: null,
    lastKey: 0,
    usedToken: null,
    nextToken: null,
    askedToken: null,
    samples: [],
    asked: 0,
    watchers: 0,
    refusals: 0,
    refusedAt: 0,
  }),
  invoke: [
    { src: 'surroundings', input: ({ context }) => ({ now: context.now }) },
    { src: 'pace', input: ({ context }) => ({ wire: context.wire }) },
    { id: 'teller', src: 'teller', input: ({ context }) => ({ wire: context.wire }) },
  ],
  on: {
    'connection.identify': { actions: 'forgetSeat' },
    'outage.felt': { actions: 'noteFelt' },
    'network.offline': { actions: 'noteNetwork' },
    'network.online': { actions: 'noteNetwork' },
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
        'link.message': {
          guard: and(['isCurrent', 'isWelcome']),
          target: 'live',
          actions: 'takeWelcome',
        },
        'link.closed': [
          {
            guard: and(['isEnding', 'isSignedOut']),
            target: 'recovering',
            actions: ['noteDown', 'dropLinks'],
          },
          { guard: 'isEnding', target: 'ended', actions: ['noteDown', 'dropLinks'] },
          { guard: 'isCurrent', target: 'waiting', actions: ['noteDown', 'dropLinks'] },
        ],
        'network.offline': { target: 'offline', actions: ['noteDown', 'dropLinks'] },
        // The attempt may hang on a network that is gone; a new one is cheap.
        'network.online': { target: 'connecting', reenter: true, actions: 'dropLinks' },
        'tab.woke': { target: 'connecting', reenter: true, actions: 'dropLinks' },
      },
      initial: 'dialing',
      states: {
        dialing: {
          on: { 'link.opened': { guard: 'isCurrent', target: 'inLine' } },
          after: { attemptTimeout: { target: '#connection.waiting', actions: ['noteDown', 'dropLinks'] } },
        },
        inLine: {
          after: { inLineTimeout: { target: '#connection.waiting', actions: ['noteDown', 'dropLinks'] } },
        },
      },
    },
    live: {
      tags: 'connected',
      entry: ['becomeLive', 'useLink', 'tellUp'],
      type: 'parallel',
      on: {
        'link.closed': [
          {
            guard: and(['isEnding', 'isSignedOut']),
            target: 'recovering',
            actions: ['noteDown', 'dropLinks', 'tellDown'],
          },
          { guard: 'isEnding', target: 'ended', actions: ['noteDown', 'dropLinks', 'tellDown'] },
          // The server left before the move was finished: the second link is dropped too.
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
                  samples: context.samples,
                }),
              },
              on: {
                'clock.sampled': { target: 'resting', actions: 'takeSample' },
                // It was sent over a link that has been left.
                'clock.missed': { guard: not('isCurrent'), target: 'resting' },
              },
            },
            resting: {
              after: { nextSample: 'sampling' },
              on: {
                'tab.woke': { target: 'sampling', actions: ['forgetSamples', 'tellDoubt'] },
                'tab.visible': 'sampling',
                'network.online': 'sampling',
                'clock.due': 'sampling',
              },
            },
          },
        },
        identity: {
          initial: 'checking',
          states: {
            // Someone may have signed in or out while the link was being opened.
            checking: { always: [{ guard: 'isOutdated', target: 'asking' }, { target: 'known' }] },
            known: { on: { 'connection.identify': 'checking' } },
            asking: {
              entry: ['readToken', 'forgetSeat'],
              invoke: {
                src: 'identify',
                input: ({ context }) => ({ wire: context.wire, token: context.askedToken }),
              },
              on: {
                'connection.identify': { target: 'asking', reenter: true },
                identified: { target: 'checking', actions: ['takeIdentity', 'tellUp'] },
                'identify.failed': [{ guard: 'mayRetry', target: 'pausing' }, { target: 'recovering' }],
              },
            },
            recovering: {
              entry: 'countRefusal',
              on: { 'connection.identify': 'checking' },
              after: { recoverPause: 'trying' },
            },
            trying: {
              on: { 'connection.identify': 'checking' },
              invoke: { src: 'recover', onDone: 'checking', onError: 'checking' },
            },
            pausing: {
              on: { 'connection.identify': 'checking' },
              after: { [identifyPauseMs]: 'checking' },
            },
          },
        },
        lobby: {
          initial: 'unwatched',
          states: {
            unwatched: { always: { guard: 'isWatched', target: 'watched' } },
            watched: {
              invoke: { src: 'lobby', input: ({ context }) => ({ wire: context.wire }) },
              always: { guard: not('isWatched'), target: 'unwatched' },
            },
          },
        },
        server: {
          initial: 'staying',
          on: {
            'link.message': { guard: 'isCurrent', actions: ['takeMessage', 'tellMessage'] },
          },
          states: {
            staying: {
              on: { 'link.message': { guard: and(['isCurrent', 'isDrain']), target: 'moving' } },
            },
            moving: {
              entry: 'openNextLink',
              on: {
                'link.message': {
                  guard: and(['isNext', 'isWelcome']),
                  target: 'moved',
                  actions: ['takeWelcome', 'moveToNextLink', 'useLink', 'tellUp', 'identifyAgain'],
                },
                'link.closed': { guard: 'isNext', target: 'movingLater', actions: 'dropNextLink' },
              },
              after: { attemptTimeout: { target: 'movingLater', actions: 'dropNextLink' } },
            },
            movingLater: { after: { 300: 'moving' } },
            moved: {
              // The first link stays the player before.
              on: {
                'connection.identify': { guard: 'isOutdated', target: 'staying', actions: 'dropOldLink' },
              },
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
      // `close.ts` says how each cause looks; `network` comes back on its own.
      tags: 'connecting',
      on: {
        'connection.retry': 'connecting',
        'network.online': 'connecting',
        'tab.visible': 'connecting',
        'tab.woke': 'connecting',
      },
      after: { [lookWhenOfflineMs]: 'connecting' },
    },
    /** Either the session is over or only the token: a call renews it or finds out. */
    recovering: { tags: 'disconnected', entry: 'countRefusal', after: { recoverPause: 'trying' } },
    trying: {
      tags: 'disconnected',
      invoke: { src: 'recover', onDone: 'connecting', onError: 'connecting' },
    },
    ended: {
      tags: 'disconnected',
      on: { 'connection.retry': 'connecting', 'connection.open': 'connecting' },
    },
  },
})
