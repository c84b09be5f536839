import { bodyCode } from '@minefall/shared/contracts'
import { and } from 'xstate'
import { followOf } from './following.ts'
import { type Inner, initialContext } from './inner.ts'
import { NotAnswered, type Refusing } from './io.ts'
import { findOf, sitOf } from './joining.ts'
import { revealOf } from './playing.ts'
import { matchSetup } from './setup.ts'

type Failed = { event: { error: unknown } }
type Done<T> = { event: { output: T } }

/** The refusal a request failed with; other failures are bugs. */
const refusing = ({ event: { error } }: Failed): Refusing =>
  error instanceof NotAnswered ? error.answer : { code: bodyCode.ourFault, msg: '', data: null }

/** A guard on that answer, the action that tells it, and an action on an answer that was a yes. */
const answer = <T extends string>(type: T) => ({ type, params: refusing })
const noteRefused = { type: 'noteRefused', params: refusing } as const
const output = <T extends string>(type: T) => ({ type, params: <O>({ event }: Done<O>): O => event.output })

type Known = { context: Inner }

/** What more than one state asks or does. */
const sit = {
  id: 'sit',
  src: 'sit',
  input: ({ context }: Known) => sitOf(context),
  onDone: { target: '#match.syncing', actions: output('applySeat') },
} as const
/** A press may come while a match is followed once more, as after a login: the seat does not wait for that. */
const takeSeat = { guard: 'maySit', target: '#match.gathering.sitting', actions: 'drawSeat' } as const
const follow = { id: 'follow', src: 'follow', input: ({ context }: Known) => followOf(context) } as const
const fail = { target: '#match.failed', actions: noteRefused } as const
const again = <T extends string>(target: T) =>
  ({ guard: answer('isRetryable'), target, actions: 'countTry' }) as const
/** A match that ended before its start, and not as was committed to: no next one follows on it. */
const failUnplayed = {
  guard: 'isUnplayedBroken',
  target: '#match.failed',
  actions: 'noteUnplayedBroken',
} as const
const goToNext = {
  guard: 'hasNext',
  target: '#match.joining',
  actions: ['takeNext', 'forgetClaims'],
} as const

/** Accepted without a connection, too: the next resume sends them. */
const commands = {
  'tile.press': {
    guard: { type: 'canOpen', params: ({ event }: { event: { tile: number } }) => event.tile },
    actions: 'press',
  },
  'match.leave': { actions: 'leave' },
} as const

/** Events of a followed match. */
const followed = {
  'copy.doubted': { target: '#match.syncing', actions: 'noteDoubt' },
  'connection.up': { target: '#match.syncing', actions: 'noteUp' },
  'connection.doubt': '#match.syncing',
  'match.silent': '#match.syncing',
  'connection.down': { target: '#match.suspended', actions: 'noteDown' },
  ...commands,
} as const

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
      tags: 'loading',
      initial: 'waiting',
      on: { 'connection.down': { target: '.waiting', actions: 'noteDown' } },
      always: { guard: 'isAnothersJoin', target: 'failed' },
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
            onDone: { target: 'sitting', actions: output('applyFoundMatch') },
            onError: [
              again('findingAgain'),
              { guard: answer('isSeatBeingLeft'), target: 'findingAgain', actions: 'countTry' },
              fail,
            ],
          },
        },
        findingAgain: { after: { findAgain: 'finding' } },
        sitting: {
          entry: 'keepSeat',
          invoke: {
            ...sit,
            onError: [
              again('sittingAgain'),
              { guard: answer('isSeatGone'), target: 'findingAgain', actions: ['lookAgain', 'forgetKept'] },
              { guard: answer('isSeatedElsewhere'), target: '#match.syncing', actions: 'comeBack' },
              fail,
            ],
          },
        },
        sittingAgain: { after: { findAgain: 'sitting' } },
      },
    },
    syncing: {
      entry: 'tellFollowing',
      initial: 'choosing',
      on: {
        'connection.down': [
          { guard: 'hasState', target: 'suspended', actions: 'noteDown' },
          { target: 'joining.waiting', actions: 'noteDown' },
        ],
        // Another server, or one worth asking again.
        'connection.up': { target: 'syncing', reenter: true, actions: 'noteUp' },
        'seat.take': takeSeat,
        ...commands,
      },
      states: {
        choosing: { always: [{ guard: 'hasState', target: 'asking' }, { target: 'asking.first' }] },
        asking: {
          initial: 'again',
          states: { first: { tags: 'loading' }, again: {} },
          invoke: {
            ...follow,
            onDone: { target: 'taken', actions: output('applyFollowAnswer') },
            onError: [again('pausing'), fail],
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
    /** A transient state: the match's phase decides where to go. */
    sorting: {
      entry: 'resend',
      always: [
        { guard: 'isGathering', target: 'gathering' },
        { guard: 'isPlaying', target: 'live' },
        failUnplayed,
        goToNext,
        { target: 'finished' },
      ],
    },
    gathering: {
      entry: 'awaitNews',
      on: followed,
      always: [
        { guard: 'isSeatLost', target: 'joining.findingAgain', actions: ['lookAgain', 'forgetKept'] },
        { guard: 'isPlaying', target: 'live' },
        failUnplayed,
        goToNext,
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
        /** Reveals our seed if the lock matches our seat, until it is answered. */
        revealing: {
          entry: 'drawReveal',
          invoke: {
            id: 'reveal',
            src: 'reveal',
            input: ({ context }) => revealOf(context),
            onDone: { target: 'seated', actions: [output('keepReceipt'), 'dropReveal'] },
            onError: [
              { guard: answer('isUnanswered'), target: '#match.syncing' },
              // Another tab of ours was quicker, or the lock is over: the state says which.
              { guard: answer('isBehind'), target: '#match.syncing', actions: 'dropReveal' },
              again('revealingAgain'),
              { target: 'seated', actions: ['dropReveal', noteRefused] },
            ],
          },
        },
        /** What was refused for a moment may be out of date by now. */
        revealingAgain: { after: { findAgain: 'seated' } },
        /** No seat is held before the player confirms. */
        standing: {
          on: {
            'seat.take': takeSeat,
            'server.message': { guard: 'sitsInOtherTab', target: '#match.syncing', actions: 'takeMessage' },
          },
          always: { guard: 'hasSeat', target: 'seated' },
        },
        sitting: {
          tags: 'sitting',
          entry: 'keepSeat',
          always: { guard: 'isAnother', target: 'standing', actions: ['dropSeat', 'forgetKept'] },
          invoke: {
            ...sit,
            onError: [
              again('sittingAgain'),
              {
                guard: answer('isSeatedHere'),
                target: '#match.syncing',
                actions: ['dropSeat', 'forgetKept'],
              },
              { target: '#match.syncing', actions: [noteRefused, 'dropSeat', 'forgetKept'] },
            ],
          },
        },
        sittingAgain: { tags: 'sitting', after: { findAgain: 'sitting' } },
      },
    },
    /** Whose turn it is, and what that means for us, is computed by `standing`. */
    live: {
      entry: 'awaitNews',
      on: followed,
      always: [goToNext, { guard: 'isOver', target: 'finished' }],
    },
    suspended: {
      tags: 'suspended',
      on: { 'connection.up': { target: 'syncing', actions: 'noteUp' }, ...commands },
    },
    finished: {
      tags: 'finished',
      entry: 'forgetSecrets',
      on: {
        'rematch.ask': { actions: 'askRematch' },
        // The result stays on the screen while a possible rematch is followed.
        'connection.up': { target: '.following', actions: 'noteUp' },
        'connection.doubt': '.following',
        'copy.doubted': { target: '.following', actions: 'noteDoubt' },
      },
      always: goToNext,
      initial: 'resting',
      states: {
        resting: { after: { rematchAgain: { guard: 'isRematchInDoubt', actions: 'tellRematch' } } },
        following: {
          entry: 'tellFollowing',
          invoke: {
            ...follow,
            onDone: { target: 'resting', actions: output('applyFollowAnswer') },
            onError: 'resting',
          },
        },
      },
    },
    failed: {
      tags: 'failed',
      on: {
        // A refused guest has signed in.
        'connection.up': { guard: 'isLetIn', target: 'joining', actions: ['noteUp', 'startOver'] },
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
