import { bodyCode } from '@minefall/shared/contracts'
import { type Answer, emoteNames } from '@minefall/shared/contracts/live'
import { type Refused, refusedBy } from '../../lib/refused.ts'
import { hasLinks, linkOf } from './chain.ts'
import { checkLock, checkUnplayed } from './claims.ts'
import { type Inner, standing } from './inner.ts'
import { type IoReport, isBehind, isRetryable, type Refusing } from './io.ts'
import { type Command, find, isLeave, without } from './outbox.ts'
import { doubt, type Enqueue, keepCommand, sendCommand } from './step.ts'

/** The pause before a leave that was refused for a moment is sent again, in milliseconds. */
const leaveAgainMs = 1_000
/** How long after its end a rematch may be agreed to, in milliseconds. */
const rematchMs = 10_000

/** Whether pressing this tile is a move: it is our turn, and the tile is closed. */
export const canOpen = (context: Inner, tile: number): boolean =>
  standing(context) === 'myTurn' && hasLinks(context) && context.state?.board?.tiles[tile] === null

/** A move: shown as sent at once. */
export const press = (context: Inner, tile: number, enqueue: Enqueue): void => {
  const { matchId, state, secrets, tools } = context
  if (matchId === null || !state?.turn) return
  const commandId = tools.draw(16)
  const { turn } = state.turn
  const move = { commandId, matchId, turn, tile }
  const payload = secrets?.chain ? { ...move, link: linkOf(secrets.chain, turn) } : move
  const command: Command = { name: 'match.open', payload }
  enqueue.assign({ pending: { commandId, turn, tile, stage: 'sent' }, refused: null })
  keepCommand(enqueue, context, command)
  sendCommand(enqueue, command)
}

/** Leaves by choice, if we have a seat that is still in. */
export const leave = (context: Inner, enqueue: Enqueue): void => {
  const { matchId, state, seat, outbox, tools } = context
  const ours = seat === null ? null : state?.table[seat]
  if (matchId === null || !ours || ours.out || outbox.some(isLeave)) return
  const command: Command = { name: 'match.leave', payload: { commandId: tools.draw(16), matchId } }
  enqueue.assign({ left: true })
  keepCommand(enqueue, context, command)
  sendCommand(enqueue, command)
}

/** The lock that is waiting for our seed; null if none is. */
const dueLock = ({ state, seat, secrets, matchId, revealed }: Inner) => {
  if (state?.phase !== 'locking' || seat === null || !secrets || secrets.matchId !== matchId) return null
  return revealed || state.table[seat]?.seed !== undefined ? null : { state, seat, secrets }
}

/** Whether the table is locked and waits for our seed. */
export const isRevealDue = (context: Inner): boolean => dueLock(context) !== null

/** Whether the lock does not match our seat: it gets no seed. */
export const isLockBroken = (context: Inner): boolean => {
  const due = dueLock(context)
  return due !== null && checkLock(due.state, due.seat, due.secrets) !== null
}

const isReveal = (command: Command) => command.name === 'match.reveal'

/** Takes our seed out. Until it is answered it keeps its id, over a reload too: a repeat brings the same receipt. */
export const drawReveal = (context: Inner, enqueue: Enqueue): void => {
  const { secrets, outbox, tools } = context
  if (!secrets || outbox.some(isReveal)) return
  const { matchId, seed } = secrets
  keepCommand(enqueue, context, {
    name: 'match.reveal',
    payload: { commandId: tools.draw(16), matchId, seed },
  })
}

export const revealOf = ({ outbox }: Inner) => {
  const reveal = outbox.findLast(isReveal)
  if (reveal?.name !== 'match.reveal') throw new Error('no seed was taken out')
  return reveal.payload
}

/** Keeps what says that our seed came, in this tab's storage too, and has its signature checked. */
export const keepReceipt = (
  { secrets, outbox, tools }: Inner,
  { receipt }: NonNullable<Answer<'match.reveal'>>,
  enqueue: Enqueue,
): void => {
  if (!secrets || !receipt) return
  const kept = { ...secrets, receipt }
  const { at, ...signature } = receipt
  const document = { at, matchId: secrets.matchId, ref: secrets.ref }
  enqueue.sendTo('prover', { type: 'receipt', receipt: { document, ...signature } })
  enqueue.assign({ secrets: kept })
  enqueue(() => tools.vault.save({ secrets: kept, outbox }))
}

/** Why the end of a match that never started does not hold; null if it does, or did not end so. */
export const unplayedTrouble = ({ state, seat, secrets }: Inner) =>
  state && checkUnplayed(state, seat, secrets)

/** The reveal was answered: it is not sent again. */
export const withoutReveal = ({ outbox }: Inner): Partial<Inner> => ({
  revealed: true,
  tries: 0,
  outbox: outbox.filter((command) => !isReveal(command)),
})

/** Reports a refusal. */
export const refuse = ({ tools }: Inner, answer: Refusing, enqueue: Enqueue): void => {
  const refused: Refused = refusedBy(answer, tools.now())
  enqueue.assign({ refused, refusedAsGuest: !tools.isPlayer() })
  enqueue.emit({ type: 'refusal', refused })
}

/** Whether a refusal to a guest no longer applies, since an account is signed in. */
export const isLetIn = ({ refused, refusedAsGuest, tools }: Inner): boolean =>
  refusedAsGuest &&
  tools.isPlayer() &&
  (refused?.code === bodyCode.loginRequired ||
    (refused?.code === bodyCode.tooManyRequests && refused.until !== null))

/** Refusals that also mean that our state is behind; a leave has nothing left to do then. */
const isGone = (answer: Refusing): boolean => isBehind(answer) || answer.code === bodyCode.notSeated

/** Handles the outcome of a command: committed, refused, or unknown, which a resume resolves. */
export const takeOutcome = (
  context: Inner,
  event: Extract<IoReport, { commandId: string }>,
  enqueue: Enqueue,
): void => {
  const { commandId } = event
  const pending = context.pending?.commandId === commandId ? context.pending : null
  const kept = find(context.outbox, commandId)
  if (!pending && !kept) return
  const outbox = without(context.outbox, commandId)
  switch (event.type) {
    case 'command.unanswered':
      doubt(enqueue, false)
      return
    case 'command.committed':
      enqueue.assign({ outbox, ...(pending ? { pending: { ...pending, stage: 'committed' } } : {}) })
      return
    case 'command.refused':
      if (kept && isLeave(kept) && isRetryable(event.answer)) {
        // A resume sends it again.
        doubt(enqueue, false, leaveAgainMs)
        return
      }
      enqueue.assign({ outbox, ...(pending ? { pending: null } : {}) })
      if (!(kept && isLeave(kept) && isGone(event.answer))) refuse(context, event.answer, enqueue)
      if (isGone(event.answer)) doubt(enqueue, false)
      return
  }
}

/**
 * Resends, under their old ids, commands that a resume found undecided. A reveal is left to `revealing`, which keeps the
 * receipt.
 */
export const resend = ({ outbox, pending }: Inner, enqueue: Enqueue): void => {
  // An undecided move that can't be resent was lost with its turn.
  if (pending?.stage === 'sent' && !find(outbox, pending.commandId)) enqueue.assign({ pending: null })
  for (const command of outbox) if (!isReveal(command)) sendCommand(enqueue, command)
}

/** Whether we asked for a rematch and the server has not named us yet. */
export const isRematchInDoubt = ({ rematch, seat }: Inner): boolean =>
  rematch?.asked === true && rematch.next === null && seat !== null && !rematch.agreed.includes(seat)

/** A repeat is answered like the first. */
export const tellRematch = ({ matchId }: Inner, enqueue: Enqueue): void => {
  if (matchId !== null) enqueue.sendTo('io', { type: 'rematch', matchId })
}

/** Agrees to a rematch. */
export const askRematch = (context: Inner, enqueue: Enqueue): void => {
  const { matchId, rematch, state, seat } = context
  if (matchId === null || seat === null || !state?.result || rematch?.asked) return
  // Until the server answers, the documented window applies.
  const window = rematch ?? { agreed: [], until: state.result.at + rematchMs, next: null }
  enqueue.assign({ rematch: { ...window, asked: true }, refused: null })
  tellRematch(context, enqueue)
}

/** A refused rematch is reported, and may be requested again. */
export const takeRematchRefused = (context: Inner, answer: Refusing, enqueue: Enqueue): void => {
  const { rematch } = context
  enqueue.assign({ rematch: rematch && { ...rematch, asked: false } })
  refuse(context, answer, enqueue)
}

export const sendEmote = ({ matchId }: Inner, asked: string, enqueue: Enqueue): void => {
  const emote = emoteNames.find((name) => name === asked)
  if (matchId === null || emote === undefined) return
  enqueue.sendTo('io', { type: 'emote', message: { matchId, emote } })
}
