import { bodyCode } from '@minefall/shared/contracts'
import type { Answer, ClientMessage, ClientMessageName } from '@minefall/shared/contracts/live'
import {
  assign,
  type CallbackActorLogic,
  type EventObject,
  enqueueActions,
  type PromiseActorLogic,
  setup,
} from 'xstate'
import { applyFollowAnswer, awaitNews, takeMessage } from './following.ts'
import { type Inner, isAnother, isSeatLost, type MachineInput, maySit } from './inner.ts'
import { type IoEvent, isBehind, isRetryable, isSeatGone, isUnanswered, type Refusing } from './io.ts'
import { applyFoundMatch, applySeat, comeBack, drawSeat, lookAgain, nextMatch, takeNext } from './joining.ts'
import { isLeave } from './outbox.ts'
import {
  askRematch,
  canOpen,
  drawReveal,
  isLetIn,
  isLockBroken,
  isRematchInDoubt,
  isRevealDue,
  keepReceipt,
  leave,
  press,
  refuse,
  resend,
  sendEmote,
  takeOutcome,
  takeRematchRefused,
  tellRematch,
  unplayedTrouble,
  withoutReveal,
} from './playing.ts'
import type { ProverEvent } from './prover.ts'
import type { Events } from './step.ts'
import type { Emitted, MatchTag } from './types.ts'

/** A table that fills up before us is looked for again, this often at most. */
const findTries = 8
const findAgainMs = 250
const findAgainMostMs = 3_000
/** A resume without an answer is retried after this, doubling each time. */
const resumeAgainMs = 250
const resumeAgainMostMs = 3_000
/** The pause before a rematch in doubt is asked for again. */
const rematchAgainMs = 1_000

const afterRefusal = ({ intent, onlyHere }: Inner): Partial<Inner> => {
  if (intent !== 'sit') return {}
  if (onlyHere) return { intent: 'follow', secrets: null }
  return { intent: 'find', matchId: null, secrets: null }
}

export interface Request<N extends ClientMessageName>
  extends PromiseActorLogic<NonNullable<Answer<N>>, ClientMessage<N>> {}

/** The machine's actors, delays, guards and actions, by name. */
export const matchSetup = setup({
  types: {
    context: {} as Inner,
    input: {} as MachineInput,
    events: {} as Events,
    emitted: {} as Emitted,
    tags: {} as MatchTag,
    children: {} as {
      io: 'io'
      prover: 'prover'
      find: 'find'
      sit: 'sit'
      follow: 'follow'
      reveal: 'reveal'
    },
  },
  actors: {
    /** The live connection, and the requests a state waits for; see `io.ts`. */
    io: {} as CallbackActorLogic<IoEvent & EventObject>,
    find: {} as Request<'lobby.find'>,
    sit: {} as Request<'match.sit'>,
    follow: {} as Request<'match.follow'>,
    reveal: {} as Request<'match.reveal'>,
    /** Checks what facts claim; see `prover.ts`. */
    prover: {} as CallbackActorLogic<ProverEvent & EventObject>,
  },
  delays: {
    findAgain: ({ context }) => Math.min(findAgainMostMs, findAgainMs * context.tries),
    rematchAgain: rematchAgainMs,
    resumeAgain: ({ context }) => Math.min(resumeAgainMostMs, resumeAgainMs * 2 ** context.tries),
  },
  guards: {
    isUnanswered: (_, answer: Refusing) => isUnanswered(answer),
    isBehind: (_, answer: Refusing) => isBehind(answer),
    isRetryable: (_, answer: Refusing) => isRetryable(answer),
    isSeatGone: ({ context }, answer: Refusing) =>
      isSeatGone(answer) && !context.onlyHere && context.tries < findTries,
    isSeatedElsewhere: ({ context }, { code }: Refusing) =>
      code === bodyCode.seatedElsewhere && context.tools.seated()?.gameId === context.gameId,
    /** The seat that is in the way is one whose leave is still on its way. */
    isSeatBeingLeft: ({ context: { tries, tools } }, { code }: Refusing) => {
      const seated = code === bodyCode.seatedElsewhere && tries < findTries ? tools.seated() : null
      return seated !== null && tools.vault.load(seated.matchId)?.outbox.some(isLeave) === true
    },
    /** Another tab of ours sits at this very match. */
    isSeatedHere: ({ context }, { code }: Refusing) =>
      code === bodyCode.seatedElsewhere && context.tools.seated()?.matchId === context.matchId,
    /** Another tab of ours sat down at this match. */
    sitsInOtherTab: ({ context }) =>
      context.seat === null && context.tools.seated()?.matchId === context.matchId,
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
    isAnother: ({ context }) => isAnother(context),
    isAnothersJoin: ({ context }) => context.intent !== 'follow' && isAnother(context),
    isLockBroken: ({ context }) => isLockBroken(context),
    isRevealDue: ({ context }) => isRevealDue(context),
    isUnplayedBroken: ({ context }) => unplayedTrouble(context) !== null,
    isLetIn: ({ context }) => isLetIn(context),
    isRematchInDoubt: ({ context }) => isRematchInDoubt(context),
    isOver: ({ context }) => context.state !== null && context.state.result !== null,
    hasNext: ({ context }) => nextMatch(context) !== null,
    canOpen: ({ context }, tile: number) => canOpen(context, tile),
    isProofFailed: ({ event }) => event.type === 'proof.told' && event.failed !== null,
    isProofBroken: ({ context }) => context.proof.status === 'failed',
  },
  actions: {
    applyFoundMatch: assign(({ context }, found: NonNullable<Answer<'lobby.find'>>) =>
      applyFoundMatch(context, found),
    ),
    /** Secrets of a seat are stored before it is requested. */
    keepSeat: enqueueActions(({ enqueue }) => {
      enqueue.assign({ sitAsked: true })
      enqueue(({ context: { secrets, outbox, tools } }) => {
        if (secrets) tools.vault.save({ secrets, outbox })
      })
    }),
    applySeat: assign((_, sat: NonNullable<Answer<'match.sit'>>) => applySeat(sat)),
    drawSeat: assign(({ context }) => drawSeat(context)),
    /** A refused seat at this match: its secrets are dropped. */
    dropSeat: assign({ secrets: null, sitAsked: false }),
    lookAgain: assign(({ context }) => lookAgain(context)),
    comeBack: assign(({ context }) => comeBack(context)),
    takeNext: assign(({ context }) => takeNext(context)),
    forgetClaims: enqueueActions(({ enqueue }) => enqueue.sendTo('prover', { type: 'forget' })),
    forgetKept: ({ context }) => context.tools.vault.forget(),
    /** A match left behind may end after this tab took another seat: that seat's secrets stay. */
    forgetSecrets: ({ context: { secrets, tools } }) => {
      if (secrets && tools.vault.load(secrets.matchId)) tools.vault.forget()
    },
    tellFollowing: enqueueActions(({ context: { matchId }, enqueue }) => {
      if (matchId !== null) enqueue.sendTo('io', { type: 'following', matchId })
    }),
    applyFollowAnswer: enqueueActions(({ context, enqueue }, resume: NonNullable<Answer<'match.follow'>>) =>
      applyFollowAnswer(context, resume, enqueue),
    ),
    takeMessage: enqueueActions(({ context, event, enqueue }) => {
      if (event.type === 'server.message') takeMessage(context, event.message, enqueue)
    }),
    awaitNews: enqueueActions(({ context, enqueue }) => awaitNews(context.matchId, enqueue)),
    /** Our state must be resumed, and the edge informed. */
    noteDoubt: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'copy.doubted') return
      enqueue.assign({ wantsWhole: context.wantsWhole || event.whole })
      enqueue.sendTo('io', { type: 'gap' })
    }),
    press: enqueueActions(({ context, event, enqueue }) => {
      if (event.type === 'tile.press') press(context, event.tile, enqueue)
    }),
    leave: enqueueActions(({ context, enqueue }) => leave(context, enqueue)),
    drawReveal: enqueueActions(({ context, enqueue }) => drawReveal(context, enqueue)),
    keepReceipt: enqueueActions(({ context, enqueue }, revealed: NonNullable<Answer<'match.reveal'>>) =>
      keepReceipt(context, revealed, enqueue),
    ),
    dropReveal: assign(({ context }) => withoutReveal(context)),
    resend: enqueueActions(({ context, enqueue }) => resend(context, enqueue)),
    takeOutcome: enqueueActions(({ context, event, enqueue }) => {
      if ('commandId' in event) takeOutcome(context, event, enqueue)
    }),
    askRematch: enqueueActions(({ context, enqueue }) => askRematch(context, enqueue)),
    tellRematch: enqueueActions(({ context, enqueue }) => tellRematch(context, enqueue)),
    takeRematchRefused: enqueueActions(({ context, event, enqueue }) => {
      if (event.type === 'rematch.refused') takeRematchRefused(context, event.answer, enqueue)
    }),
    sendEmote: enqueueActions(({ context, event, enqueue }) => {
      if (event.type === 'emote.send') sendEmote(context, event.emote, enqueue)
    }),
    noteUp: assign({ isUp: true, paused: false }),
    noteDown: assign(({ event }) => ({
      isUp: false,
      paused: false,
      ...(event.type === 'connection.down' ? { suspendedBy: event.code } : {}),
    })),
    notePaused: assign(({ event }) => (event.type === 'play.paused' ? { paused: event.paused } : {})),
    noteRefused: enqueueActions(({ context, enqueue }, answer: Refusing) => refuse(context, answer, enqueue)),
    noteProof: assign(({ context, event }) => {
      // What failed once stays failed, whatever else holds.
      if (event.type !== 'proof.told' || context.proof.status === 'failed') return {}
      const { failed, turns, claim } = event
      return failed
        ? { proof: { status: 'failed' as const, reason: failed, turns, claim } }
        : { proof: { status: 'verified' as const, reason: null, turns } }
    }),
    noteUnplayedBroken: assign(({ context }) => ({
      proof: { status: 'failed' as const, reason: unplayedTrouble(context), turns: new Set<number>() },
    })),
    noteLockBroken: assign({ proof: { status: 'failed', reason: 'lock', turns: new Set<number>() } }),
    countTry: assign({ tries: ({ context }) => context.tries + 1 }),
    /** A refused seat is not requested again: find another table, or watch the linked one. */
    startOver: assign(({ context }) => ({
      tries: 0,
      refused: null,
      sitter: context.tools.userId(),
      ...afterRefusal(context),
    })),
    resumed: assign({ tries: 0, suspendedBy: null }),
    dropEmote: assign(({ context, event }) =>
      event.type === 'emote.gone' ? { emotes: context.emotes.filter(({ key }) => key !== event.key) } : {},
    ),
  },
})
