import { bodyCode } from '@minefall/shared/contracts'
import { and } from 'xstate'
import { followOf } from './following.ts'
import { initialContext } from './inner.ts'
import { NotAnswered, type Refusing } from './io.ts'
import { findOf, sitOf } from './joining.ts'
import { revealOf } from './playing.ts'
import { matchSetup } from './setup.ts'

type Failed = { event: { error: unknown } }
type Done<T> = { event: { output: T } }

/** The answer a question failed with; what fails otherwise is a fault of ours. */
const refusing = ({ event: { error } }: Failed): Refusing =>
  error instanceof NotAnswered ? error.answer : { code: bodyCode.ourFault, msg: '', data: null }
const output = <T>({ event }: Done<T>): T => event.output

/** A match as one tab follows it, from looking for a seat to the result and the next match. */
export const matchMachine = matchSetup.createMachine({
  id: 'match',
  context: ({ input }) => initialContext(input),
  invoke: [
    { id: 'prover', src: 'prover' },
    { id: 'io', src: 'io' },
  ],
  on: {
    'connection.up': { actions: 'noteUp' },
    'connection.down': { actions: 'noteDown' },
    'play.paused': { actions: 'notePaused' },
    'server.message': { actions: 'takeMessage' },
    'command.committed': { actions: 'takeOutcome' },
    'command.refused': { actions: 'takeOutcome' },
    'command.unanswered': { actions: 'takeOutcome' },
    'rematch.refused': { actions: 'takeRematchRefused' },
    'proof.told': [
      { guard: 'isProofFailed', target: '.failed', actions: 'noteProof' },
      { actions: 'noteProof' },
    ],
    'emote.gone': { actions: 'dropEmote' },
    'emote.send': { actions: 'sendEmote' },
  },
  initial: 'joining',
  states: {
    joining: {
      tags: ['loading', 'busy'],
      initial: 'waiting',
      on: { 'connection.down': { target: '.waiting', actions: 'noteDown' } },
      states: {
        waiting: {
          always: [
            { guard: 'comesBack', target: '#match.syncing', actions: 'comeBack' },
            { guard: 'finds', target: 'finding' },
            { guard: 'sits', target: 'sitting' },
            { guard: 'follows', target: '#match.syncing' },
          ],
        },
        finding: {
          invoke: {
            id: 'find',
            src: 'find',
            input: ({ context }) => findOf(context),
            onDone: { target: 'sitting', actions: { type: 'takeFound', params: output } },
            onError: [
              {
                guard: { type: 'isRetryable', params: refusing },
                target: 'findingAgain',
                actions: 'countTry',
              },
              { target: '#match.failed', actions: { type: 'noteRefused', params: refusing } },
            ],
          },
        },
        findingAgain: { after: { findAgain: 'finding' } },
        sitting: {
          entry: 'keepSeat',
          invoke: {
            id: 'sit',
            src: 'sit',
            input: ({ context }) => sitOf(context),
            onDone: { target: '#match.syncing', actions: { type: 'takeSat', params: output } },
            onError: [
              {
                guard: { type: 'isRetryable', params: refusing },
                target: 'sittingAgain',
                actions: 'countTry',
              },
              {
                guard: { type: 'isSeatGone', params: refusing },
                target: 'findingAgain',
                actions: ['lookAgain', 'forgetKept'],
              },
              {
                guard: { type: 'isSeatedElsewhere', params: refusing },
                target: '#match.syncing',
                actions: 'comeBack',
              },
              { target: '#match.failed', actions: { type: 'noteRefused', params: refusing } },
            ],
          },
        },
        sittingAgain: { after: { findAgain: 'sitting' } },
      },
    },
    syncing: {
      tags: 'busy',
      entry: 'tellFollowing',
      initial: 'choosing',
      on: {
        'connection.down': [
          { guard: 'hasState', target: 'suspended', actions: 'noteDown' },
          { target: 'joining.waiting', actions: 'noteDown' },
        ],
        // Another server, or nothing to lose by asking there once more.
        'connection.up': { target: 'syncing', reenter: true, actions: 'noteUp' },
      },
      states: {
        choosing: { always: [{ guard: 'hasState', target: 'asking' }, { target: 'asking.first' }] },
        asking: {
          initial: 'again',
          states: { first: { tags: 'loading' }, again: {} },
          invoke: {
            id: 'follow',
            src: 'follow',
            input: ({ context }) => followOf(context),
            onDone: { target: 'taken', actions: { type: 'takeFollowed', params: output } },
            onError: [
              { guard: { type: 'isRetryable', params: refusing }, target: 'pausing', actions: 'countTry' },
              { target: '#match.failed', actions: { type: 'noteRefused', params: refusing } },
            ],
          },
        },
        taken: {
          always: [
            { guard: 'isTroubled', target: 'pausing', actions: 'countTry' },
            { target: '#match.sorting', actions: 'resumed' },
          ],
        },
        pausing: { after: { resumeAgain: 'choosing' } },
      },
    },
    /** Nothing stays here: the match's phase says where to. */
    sorting: {
      entry: 'resend',
      always: [
        { guard: 'isGathering', target: 'gathering' },
        { guard: 'isPlaying', target: 'live' },
        { guard: 'hasNext', target: 'joining', actions: ['takeNext', 'forgetClaims'] },
        { target: 'finished' },
      ],
    },
    gathering: {
      entry: 'awaitNews',
      on: {
        'copy.doubted': { target: 'syncing', actions: 'noteDoubt' },
        'connection.up': { target: 'syncing', actions: 'noteUp' },
        'connection.doubt': 'syncing',
        'match.silent': 'syncing',
        'connection.down': { target: 'suspended', actions: 'noteDown' },
        'match.leave': { actions: 'leave' },
      },
      always: [
        { guard: 'isSeatLost', target: 'joining.findingAgain', actions: ['lookAgain', 'forgetKept'] },
        { guard: 'isPlaying', target: 'live' },
        { guard: 'hasNext', target: 'joining', actions: ['takeNext', 'forgetClaims'] },
        { guard: 'isOver', target: 'finished' },
      ],
      initial: 'standing',
      states: {
        seated: {
          always: [
            { guard: 'hasNoSeat', target: 'standing' },
            { guard: 'isLockBroken', target: '#match.failed', actions: 'noteLockBroken' },
            { guard: 'isRevealDue', target: 'revealing' },
          ],
        },
        /** Gives our seed to a lock that is what we sat down to. */
        revealing: {
          entry: 'drawReveal',
          invoke: {
            id: 'reveal',
            src: 'reveal',
            input: ({ context }) => revealOf(context),
            onDone: { target: 'seated', actions: 'dropReveal' },
            onError: [
              { guard: { type: 'isUnanswered', params: refusing }, target: '#match.syncing' },
              {
                guard: { type: 'isBehind', params: refusing },
                target: '#match.syncing',
                actions: ['dropReveal', { type: 'noteRefused', params: refusing }],
              },
              { target: 'seated', actions: ['dropReveal', { type: 'noteRefused', params: refusing }] },
            ],
          },
        },
        /** Nothing is held before the player says so. */
        standing: {
          tags: 'maySit',
          on: {
            'seat.take': { guard: 'maySit', target: 'sitting', actions: 'drawSeat' },
            'server.message': { guard: 'sitsInOtherTab', target: '#match.syncing', actions: 'takeMessage' },
          },
          always: { guard: 'hasSeat', target: 'seated' },
        },
        sitting: {
          tags: 'busy',
          entry: 'keepSeat',
          invoke: {
            id: 'sit',
            src: 'sit',
            input: ({ context }) => sitOf(context),
            onDone: { target: '#match.syncing', actions: { type: 'takeSat', params: output } },
            onError: [
              {
                guard: { type: 'isRetryable', params: refusing },
                target: 'sittingAgain',
                actions: 'countTry',
              },
              {
                guard: { type: 'isSeatedHere', params: refusing },
                target: '#match.syncing',
                actions: ['dropSeat', 'forgetKept'],
              },
              {
                target: 'standing',
                actions: [{ type: 'noteRefused', params: refusing }, 'dropSeat', 'forgetKept'],
              },
            ],
          },
        },
        sittingAgain: { tags: 'busy', after: { findAgain: 'sitting' } },
      },
    },
    /** Whose turn it is, and what that means for us, is `standing` of what the machine knows. */
    live: {
      entry: 'awaitNews',
      on: {
        'tile.press': {
          guard: { type: 'canOpen', params: ({ event }) => event.tile },
          actions: { type: 'press', params: ({ event }) => event.tile },
        },
        'copy.doubted': { target: 'syncing', actions: 'noteDoubt' },
        'connection.up': { target: 'syncing', actions: 'noteUp' },
        'connection.doubt': 'syncing',
        'match.silent': 'syncing',
        'connection.down': { target: 'suspended', actions: 'noteDown' },
        'match.leave': { actions: 'leave' },
      },
      always: [
        { guard: 'hasNext', target: 'joining', actions: ['takeNext', 'forgetClaims'] },
        { guard: 'isOver', target: 'finished' },
      ],
    },
    suspended: {
      tags: 'suspended',
      on: { 'connection.up': { target: 'syncing', actions: 'noteUp' } },
    },
    finished: {
      tags: 'finished',
      entry: 'forgetSecrets',
      on: {
        'rematch.ask': { actions: 'askRematch' },
        // The result stays on the screen while what may follow it is followed again.
        'connection.up': { target: '.following', actions: 'noteUp' },
        'connection.doubt': '.following',
        'copy.doubted': { target: '.following', actions: 'noteDoubt' },
      },
      always: { guard: 'hasNext', target: 'joining', actions: ['takeNext', 'forgetClaims'] },
      initial: 'resting',
      states: {
        resting: {},
        following: {
          entry: 'tellFollowing',
          invoke: {
            id: 'follow',
            src: 'follow',
            input: ({ context }) => followOf(context),
            onDone: { target: 'resting', actions: { type: 'takeFollowed', params: output } },
            onError: 'resting',
          },
        },
      },
    },
    failed: {
      tags: 'failed',
      on: {
        'match.retry': [
          { guard: 'isProofBroken' },
          { guard: and(['hasState', 'isDown']), target: 'suspended', actions: 'startOver' },
          { guard: 'hasState', target: 'syncing', actions: 'startOver' },
          { target: 'joining', actions: 'startOver' },
        ],
      },
    },
  },
})
