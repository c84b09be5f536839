import { bodyCode } from '@minefall/shared/contracts'
import { assign, type CallbackActorLogic, type EventObject, enqueueActions, setup } from 'xstate'
import { refusedBy } from '../../lib/refused.ts'
import { askFollow, awaitNews, noteDoubt, takeFollowed, takeMessage } from './following.ts'
import {
  type Inner,
  isRetryable,
  isSeatGone,
  isSeatLost,
  type MachineInput,
  maySit,
  type Standing,
  standing,
} from './inner.ts'
import type { IoEvent } from './io.ts'
import {
  askFind,
  askSit,
  comeBack,
  drawSeat,
  dropSeat,
  lookAgain,
  nextMatch,
  takeFound,
  takeNext,
  takeSat,
} from './joining.ts'
import {
  askRematch,
  canOpen,
  leave,
  press,
  resend,
  revealIfDue,
  sendEmote,
  takeCommandAnswer,
  takeRematchAnswer,
} from './playing.ts'
import type { ProverEvent } from './prover.ts'
import { type Events, perform } from './step.ts'
import type { Emitted, MatchTag } from './types.ts'

/** A table that fills up before us is looked for again, this often at most. */
const findTries = 8
const findAgainMs = 250
const findAgainMostMs = 3_000
/** A resume that was not answered is asked again after this, each time twice as long. */
const resumeAgainMs = 250
const resumeAgainMostMs = 3_000

const afterRefusal = ({ intent, byLink }: Inner): Partial<Inner> => {
  if (intent !== 'sit') return {}
  if (byLink) return { intent: 'follow', secrets: null }
  return { intent: 'find', matchId: null, secrets: null }
}

/** What the machine is made of: its actors, delays, guards and actions, by name. */
export const matchSetup = setup({
  types: {
    context: {} as Inner,
    input: {} as MachineInput,
    events: {} as Events,
    emitted: {} as Emitted,
    tags: {} as MatchTag,
    children: {} as { io: 'io'; prover: 'prover' },
  },
  actors: {
    /** The live connection; see `io.ts`. */
    io: {} as CallbackActorLogic<IoEvent & EventObject>,
    /** Checks claims; see `prover.ts`. */
    prover: {} as CallbackActorLogic<ProverEvent & EventObject>,
  },
  delays: {
    findAgain: ({ context }) => Math.min(findAgainMostMs, findAgainMs * context.tries),
    resumeAgain: ({ context }) => Math.min(resumeAgainMostMs, resumeAgainMs * 2 ** context.tries),
  },
  guards: {
    isAnswer: ({ context, event }) => event.type === 'answered' && event.key === context.askedKey,
    isYes: ({ context, event }) =>
      event.type === 'answered' && event.key === context.askedKey && event.envelope.code === bodyCode.ok,
    isRetryable: ({ context, event }) =>
      event.type === 'answered' && event.key === context.askedKey && isRetryable(event.envelope),
    isSeatGone: ({ context, event }) =>
      event.type === 'answered' &&
      event.key === context.askedKey &&
      isSeatGone(event.envelope) &&
      !context.byLink &&
      context.tries < findTries,
    isSeatedElsewhere: ({ context, event }) =>
      event.type === 'answered' &&
      event.key === context.askedKey &&
      event.envelope.code === bodyCode.seatedElsewhere &&
      context.tools.seated()?.gameId === context.gameId,
    /** Another tab of ours sits at this very match. */
    isSeatedHere: ({ context, event }) =>
      event.type === 'answered' &&
      event.key === context.askedKey &&
      event.envelope.code === bodyCode.seatedElsewhere &&
      context.tools.seated()?.matchId === context.matchId,
    /** Another tab of ours sat down at the match that this one looks at. */
    sitsInOtherTab: ({ context, event }) =>
      event.type === 'server.message' &&
      context.seat === null &&
      context.tools.seated()?.matchId === context.matchId,
    /** After a reload, or in a second tab: we sit at this table already. */
    comesBack: ({ context }) =>
      context.isUp && context.intent === 'find' && context.tools.seated()?.gameId === context.gameId,
    finds: ({ context }) => context.isUp && context.intent === 'find',
    sits: ({ context }) => context.isUp && context.intent === 'sit',
    follows: ({ context }) => context.isUp && context.intent === 'follow',
    isDown: ({ context }) => !context.isUp,
    hasState: ({ context }) => context.state !== null,
    isTroubled: ({ context }) => context.trouble !== null,
    isGathering: ({ context }) => context.state?.phase === 'gathering' || context.state?.phase === 'locking',
    isPlaying: ({ context }) => context.state?.phase === 'playing',
    hasSeat: ({ context }) => context.seat !== null,
    hasNoSeat: ({ context }) => context.seat === null,
    maySit: ({ context }) => maySit(context),
    isSeatLost: ({ context }) => isSeatLost(context),
    isOver: ({ context }) => context.state !== null && context.state.result !== null,
    hasNext: ({ context }) => nextMatch(context) !== null,
    stands: ({ context }, { name }: { name: Standing }) => standing(context) === name,
    canOpen: ({ context, event }) => canOpen(context, event),
    isProofFailed: ({ event }) => event.type === 'proof.told' && event.failed !== null,
    isProofBroken: ({ context }) => context.proof.status === 'failed',
  },
  actions: {
    askFind: enqueueActions(({ context, enqueue }) => perform(enqueue, askFind(context))),
    takeFound: enqueueActions(({ context, event, enqueue }) => perform(enqueue, takeFound(context, event))),
    askSit: enqueueActions(({ context, enqueue }) => perform(enqueue, askSit(context))),
    takeSat: enqueueActions(({ context, event, enqueue }) => perform(enqueue, takeSat(context, event))),
    drawSeat: enqueueActions(({ context, enqueue }) => perform(enqueue, drawSeat(context))),
    dropSeat: enqueueActions(({ context, enqueue }) => perform(enqueue, dropSeat(context))),
    lookAgain: enqueueActions(({ context, enqueue }) => perform(enqueue, lookAgain(context))),
    comeBack: enqueueActions(({ context, enqueue }) => perform(enqueue, comeBack(context))),
    takeNext: enqueueActions(({ context, enqueue }) => perform(enqueue, takeNext(context))),
    askFollow: enqueueActions(({ context, enqueue }) => perform(enqueue, askFollow(context))),
    takeFollowed: enqueueActions(({ context, event, enqueue }) =>
      perform(enqueue, takeFollowed(context, event)),
    ),
    takeMessage: enqueueActions(({ context, event, enqueue }) =>
      perform(enqueue, takeMessage(context, event)),
    ),
    awaitNews: enqueueActions(({ context, enqueue }) => perform(enqueue, awaitNews(context))),
    noteDoubt: enqueueActions(({ context, event, enqueue }) => perform(enqueue, noteDoubt(context, event))),
    press: enqueueActions(({ context, event, enqueue }) => perform(enqueue, press(context, event))),
    leave: enqueueActions(({ context, enqueue }) => perform(enqueue, leave(context))),
    revealIfDue: enqueueActions(({ context, enqueue }) => perform(enqueue, revealIfDue(context))),
    resend: enqueueActions(({ context, enqueue }) => perform(enqueue, resend(context))),
    takeAnswer: enqueueActions(({ context, event, enqueue }) => {
      perform(enqueue, takeCommandAnswer(context, event))
      perform(enqueue, takeRematchAnswer(context, event))
    }),
    askRematch: enqueueActions(({ context, enqueue }) => perform(enqueue, askRematch(context))),
    sendEmote: enqueueActions(({ context, event, enqueue }) => perform(enqueue, sendEmote(context, event))),
    forgetSecrets: enqueueActions(({ context, enqueue }) =>
      perform(enqueue, context.secrets ? { effects: [{ type: 'forget' }] } : {}),
    ),
    noteUp: assign({ isUp: true, paused: false }),
    noteDown: assign(({ event }) => ({
      isUp: false,
      paused: false,
      ...(event.type === 'connection.down' ? { suspendedBy: event.code } : {}),
    })),
    notePaused: assign(({ event }) => (event.type === 'play.paused' ? { paused: event.paused } : {})),
    noteRefused: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'answered') return
      const refused = refusedBy(event.envelope, context.tools.now())
      enqueue.assign({ refused })
      enqueue.emit({ type: 'refusal', refused })
    }),
    noteProof: assign(({ event }) => {
      if (event.type !== 'proof.told') return {}
      return event.failed
        ? { proof: { status: 'failed' as const, reason: event.failed } }
        : { proof: { status: 'verified' as const, reason: null } }
    }),
    noteLockBroken: assign({ proof: { status: 'failed', reason: 'lock' } }),
    countTry: assign({ tries: ({ context }) => context.tries + 1 }),
    /** A seat that was refused is not asked for again: another table is, or the one of the link is looked at. */
    startOver: assign(({ context }) => ({ tries: 0, refused: null, ...afterRefusal(context) })),
    resumed: assign({ tries: 0, suspendedBy: null, askedKey: null }),
    dropEmote: assign(({ context, event }) =>
      event.type === 'emote.gone' ? { emotes: context.emotes.filter(({ key }) => key !== event.key) } : {},
    ),
  },
})
