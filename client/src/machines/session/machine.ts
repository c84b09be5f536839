import { and, not } from 'xstate'
import { initialContext, type Refreshed, sessionSetup } from './setup.ts'

/** The documented times: the full refresh after a sign-in or a start, and the periodic one. */
const firstRefreshMs = 100
const refreshEveryMs = 10_000

const told = ({ event }: { event: { output: Refreshed } }) => event.output
const take = [{ type: 'takeRefreshed', params: told }, 'keepUser'] as const
/** Another tab has signed out, and its event is still on its way: to ask would be refused, and blamed on the session. */
const withoutToken = { guard: 'hasNoToken', actions: 'catchUp' } as const

/** Who is signed in, in this tab and all others. */
export const sessionMachine = sessionSetup.createMachine({
  id: 'session',
  context: initialContext,
  invoke: { src: 'tab' },
  initial: 'idle',
  states: {
    idle: {
      tags: 'signedOut',
      on: {
        'session.start': [
          { guard: 'isStored', target: 'signedIn', actions: 'adoptStored' },
          { guard: 'isUnreadable', target: 'signedOut', actions: 'clearStored' },
          { target: 'signedOut' },
        ],
      },
    },
    signedOut: {
      tags: 'signedOut',
      entry: 'forget',
      on: {
        'session.signedIn': { target: 'signedIn', actions: ['begin', 'keep', 'tellSignedIn'] },
        'storage.changed': { guard: 'hasToken', target: 'signedIn', actions: 'adoptStored' },
        // A token without a user, or a call without the token it needs.
        'session.rejected': {
          actions: [
            'clearStored',
            { type: 'tellEnded', params: ({ event }) => event.why },
            { type: 'tellWhy', params: ({ event }) => event.why },
          ],
        },
      },
    },
    signedIn: {
      tags: 'signedIn',
      entry: 'tellBegan',
      type: 'parallel',
      on: {
        'session.signedIn': {
          target: 'signedIn',
          reenter: true,
          actions: ['begin', 'keep', 'tellSignedIn'],
        },
        'session.signOut': {
          target: 'signedOut',
          actions: [
            'tellServer',
            'clearStored',
            { type: 'tellEnded', params: 'signed-out' },
            { type: 'tellWhy', params: 'signed-out' },
          ],
        },
        'session.rejected': {
          target: 'signedOut',
          actions: [
            'clearStored',
            { type: 'tellEnded', params: ({ event }) => event.why },
            { type: 'tellWhy', params: ({ event }) => event.why },
          ],
        },
        'session.tokenRefreshed': { actions: ['takeToken', 'keepUser'] },
        'session.userChanged': { actions: ['takeChange', 'keepUser'] },
        'session.balanceChanged': { actions: 'takeBalance' },
        'storage.changed': [
          {
            guard: 'hasNoToken',
            target: 'signedOut',
            actions: ['clearStored', { type: 'tellEnded', params: 'other-tab' }],
          },
          // Their user is stored first: the token is still on its way.
          { guard: and(['isAnother', not('isBehind')]) },
          { guard: 'isAnother', target: 'signedIn', reenter: true, actions: 'adoptStored' },
          { actions: 'adoptStored' },
        ],
      },
      states: {
        clock: {
          initial: 'soon',
          states: {
            soon: { after: { [firstRefreshMs]: { target: 'periodic', actions: 'raiseDue' } } },
            periodic: {
              after: { [refreshEveryMs]: { target: 'periodic', reenter: true, actions: 'raiseDue' } },
            },
          },
        },
        refresh: {
          initial: 'resting',
          states: {
            resting: {
              on: {
                'session.due': [withoutToken, { guard: 'isVisible', target: 'refreshing' }],
                'session.refresh': [withoutToken, 'refreshing'],
                'tab.visible': [withoutToken, 'refreshing'],
              },
            },
            refreshing: {
              entry: 'noteRefresh',
              on: { 'session.refresh': { actions: 'countAsked' } },
              invoke: {
                src: 'refresh',
                onDone: [
                  { guard: 'isBehind', target: 'resting', actions: 'catchUp' },
                  {
                    guard: { type: 'isOutdated', params: told },
                    target: 'refreshing',
                    reenter: true,
                  },
                  {
                    guard: { type: 'isOfAnother', params: told },
                    target: '#session.signedIn',
                    reenter: true,
                    actions: take,
                  },
                  { guard: 'isAskedAgain', target: 'refreshing', reenter: true, actions: take },
                  { target: 'resting', actions: take },
                ],
                // A call reports what happened to the token; other failures are retried later.
                onError: 'resting',
              },
            },
          },
        },
      },
    },
  },
})
