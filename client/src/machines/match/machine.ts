import { and } from 'xstate'
import { initialContext, type Standing } from './inner.ts'
import { matchSetup } from './setup.ts'

const standings = ['myTurn', 'heldTurn', 'submitting', 'theirTurn', 'out', 'watching'] as const

/** The automatic ways out of one standing into the others; exactly one holds at a time. */
const otherStandings = (self: Standing) =>
  standings
    .filter((name) => name !== self)
    .map((name) => ({ guard: { type: 'stands', params: { name } }, target: name }) as const)

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
    answered: { actions: 'takeAnswer' },
    'proof.told': [
      { guard: 'isProofFailed', target: '.failed', actions: 'noteProof' },
      { actions: 'noteProof' },
    ],
    'lock.broken': { target: '.failed', actions: 'noteLockBroken' },
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
          entry: 'askFind',
          on: {
            answered: [
              { guard: 'isYes', target: 'sitting', actions: 'takeFound' },
              { guard: 'isRetryable', target: 'findingAgain', actions: 'countTry' },
              { guard: 'isAnswer', target: '#match.failed', actions: 'noteRefused' },
            ],
          },
        },
        findingAgain: { after: { findAgain: 'finding' } },
        sitting: {
          entry: 'askSit',
          on: {
            answered: [
              { guard: 'isYes', target: '#match.syncing', actions: 'takeSat' },
              { guard: 'isRetryable', target: 'sittingAgain', actions: 'countTry' },
              { guard: 'isSeatGone', target: 'findingAgain', actions: 'lookAgain' },
              { guard: 'isSeatedElsewhere', target: '#match.syncing', actions: 'comeBack' },
              { guard: 'isAnswer', target: '#match.failed', actions: 'noteRefused' },
            ],
          },
        },
        sittingAgain: { after: { findAgain: 'sitting' } },
      },
    },
    syncing: {
      tags: 'busy',
      initial: 'choosing',
      on: {
        'connection.down': [
          { guard: 'hasState', target: 'suspended', actions: 'noteDown' },
          { target: 'joining.waiting', actions: 'noteDown' },
        ],
        // Another server, or nothing to lose by asking there once more.
        'connection.up': { target: 'syncing', reenter: true, actions: 'noteUp' },
        answered: [
          { guard: 'isYes', target: '.taken', actions: 'takeFollowed' },
          { guard: 'isRetryable', target: '.pausing', actions: 'countTry' },
          { guard: 'isAnswer', target: 'failed', actions: 'noteRefused' },
          { actions: 'takeAnswer' },
        ],
      },
      states: {
        choosing: { always: [{ guard: 'hasState', target: 'again' }, { target: 'first' }] },
        first: { tags: 'loading', entry: 'askFollow' },
        again: { entry: 'askFollow' },
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
        { guard: 'hasNext', target: 'joining', actions: 'takeNext' },
        { target: 'finished' },
      ],
    },
    gathering: {
      entry: ['awaitNews', 'revealIfDue'],
      on: {
        'server.message': { actions: ['takeMessage', 'revealIfDue'] },
        'copy.doubted': { target: 'syncing', actions: 'noteDoubt' },
        'connection.up': { target: 'syncing', actions: 'noteUp' },
        'connection.doubt': 'syncing',
        'match.silent': 'syncing',
        'connection.down': { target: 'suspended', actions: 'noteDown' },
        'match.leave': { actions: 'leave' },
      },
      always: [
        { guard: 'isSeatLost', target: 'joining.findingAgain', actions: 'lookAgain' },
        { guard: 'isPlaying', target: 'live' },
        { guard: 'hasNext', target: 'joining', actions: 'takeNext' },
        { guard: 'isOver', target: 'finished' },
      ],
      initial: 'standing',
      states: {
        seated: { always: { guard: 'hasNoSeat', target: 'standing' } },
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
          entry: 'askSit',
          on: {
            answered: [
              { guard: 'isYes', target: '#match.syncing', actions: 'takeSat' },
              { guard: 'isRetryable', target: 'sittingAgain', actions: 'countTry' },
              { guard: 'isSeatedHere', target: '#match.syncing', actions: 'dropSeat' },
              { guard: 'isAnswer', target: 'standing', actions: ['noteRefused', 'dropSeat'] },
              { actions: 'takeAnswer' },
            ],
          },
        },
        sittingAgain: { tags: 'busy', after: { findAgain: 'sitting' } },
      },
    },
    live: {
      entry: 'awaitNews',
      initial: 'theirTurn',
      on: {
        'copy.doubted': { target: 'syncing', actions: 'noteDoubt' },
        'connection.up': { target: 'syncing', actions: 'noteUp' },
        'connection.doubt': 'syncing',
        'match.silent': 'syncing',
        'connection.down': { target: 'suspended', actions: 'noteDown' },
        'match.leave': { actions: 'leave' },
      },
      always: [
        { guard: 'hasNext', target: 'joining', actions: 'takeNext' },
        { guard: 'isOver', target: 'finished' },
      ],
      states: {
        myTurn: {
          tags: 'canPlay',
          on: { 'tile.press': { guard: 'canOpen', actions: 'press' } },
          always: otherStandings('myTurn'),
        },
        /** A move would only wait. */
        heldTurn: { always: otherStandings('heldTurn') },
        submitting: { tags: 'busy', always: otherStandings('submitting') },
        theirTurn: { always: otherStandings('theirTurn') },
        out: { always: otherStandings('out') },
        watching: { tags: 'watching', always: otherStandings('watching') },
      },
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
        'connection.up': { actions: ['noteUp', 'askFollow'] },
        'connection.doubt': { actions: 'askFollow' },
        'copy.doubted': { actions: ['noteDoubt', 'askFollow'] },
        answered: [{ guard: 'isYes', actions: 'takeFollowed' }, { actions: 'takeAnswer' }],
      },
      always: { guard: 'hasNext', target: 'joining', actions: 'takeNext' },
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
