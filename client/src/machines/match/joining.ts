import { playerCommit } from '@minefall/shared/fairness'
import type { MatchId } from '@minefall/shared/game'
import { blank, type Inner, turnTo } from './inner.ts'
import { asking, type Events, type Step } from './step.ts'

/** Draws what a seat at a match needs: a pseudonym, a seed, the commitment to it, and the command's id. */
const drawTicket = ({ tools }: Inner, matchId: MatchId, serverCommit: string | null): Partial<Inner> => {
  const ref = tools.draw(16)
  const seed = tools.draw(32)
  const commit = playerCommit(matchId, ref, seed)
  const secrets = { matchId, ref, seed, commit, serverCommit, sitId: tools.draw(16) }
  return { intent: 'sit', matchId, secrets, outbox: [] }
}

/** Asks which gathering match of the queue is to be sat at. */
export const askFind = (context: Inner): Step => {
  const { gameId, stake, asset } = context
  return asking(context, (key) => ({
    type: 'ask',
    key,
    name: 'lobby.find',
    payload: { gameId, stake, asset },
  }))
}

export const takeFound = (context: Inner, event: Events): Step => {
  if (event.type !== 'answered' || event.name !== 'lobby.find' || !event.envelope.data) return {}
  const { matchId, serverCommit, apart } = event.envelope.data
  return { next: { ...drawTicket(context, matchId, serverCommit), apart: apart === true } }
}

/** Sits down; what was drawn for it is kept first. Asked again it has the same id, and so the same outcome. */
export const askSit = (context: Inner): Step => {
  const { secrets, outbox } = context
  if (!secrets) return {}
  const { matchId, ref, commit, sitId } = secrets
  const { next, effects } = asking(context, (key) => ({
    type: 'ask',
    key,
    name: 'match.sit',
    payload: { commandId: sitId, matchId, ref, commit },
  }))
  return {
    next: { ...next, sitAsked: true },
    effects: [{ type: 'keep', kept: { secrets, outbox } }, ...(effects ?? [])],
  }
}

export const takeSat = (_context: Inner, event: Events): Step =>
  event.type === 'answered' && event.name === 'match.sit' && event.envelope.data
    ? { next: { seat: event.envelope.data.seat, intent: 'follow', tries: 0, sitAsked: false } }
    : {}

/**
 * Draws what a seat at the match we look at needs. A seat whose answer got lost is asked for under the same id: it may
 * be ours already.
 */
export const drawSeat = (context: Inner): Step => {
  const { matchId, state, secrets, sitAsked } = context
  if (matchId === null || !state) return {}
  const isOut = sitAsked && secrets?.matchId === matchId
  const ticket = isOut ? {} : drawTicket(context, matchId, state.serverCommit)
  return { next: { ...ticket, intent: 'follow', refused: null, left: false, tries: 0 } }
}

/** A seat that was refused at the match we look at: nothing of it is kept. */
export const dropSeat = (_context: Inner): Step => ({
  next: { secrets: null, sitAsked: false },
  effects: [{ type: 'forget' }],
})

/** That seat is gone: look for another table. */
export const lookAgain = (context: Inner): Step => ({
  next: { ...blank, intent: 'find', tries: context.tries + 1 },
  effects: [{ type: 'forget' }],
})

/** Goes back to the match in which the server says we sit. */
export const comeBack = (context: Inner): Step => {
  const seated = context.tools.seated()
  return seated ? { next: turnTo(context, seated.matchId) } : {}
}

/** The match that those who were ready sit down at after a void, when our seed was among those given. */
export const nextAfterVoid = ({ state, seat, secrets }: Inner): MatchId | null => {
  if (state?.result?.outcome !== 'voided' || seat === null || !secrets) return null
  const { next } = state.result
  if (next === undefined || state.table[seat]?.seed === undefined) return null
  return asMatchId(next)
}

/** A match id in a state was parsed as one when its event came in. */
const asMatchId = (id: string): MatchId => id as MatchId

/** The next match to sit at without being asked: after a void, or after a rematch that this tab agreed to. */
export const nextMatch = (context: Inner): MatchId | null => {
  const { rematch, seat } = context
  // Who agreed and is not named any more can't pay for another match.
  const isAgreed = rematch?.asked && seat !== null && rematch.agreed.includes(seat)
  return (isAgreed ? rematch.next : null) ?? nextAfterVoid(context)
}

/** Turns to the next match with everything drawn anew. */
export const takeNext = (context: Inner): Step => {
  const next = nextMatch(context)
  return next
    ? { next: { ...blank, ...drawTicket(context, next, null) }, effects: [{ type: 'forget claims' }] }
    : {}
}
