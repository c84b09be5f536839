import type { Answer, ClientMessage } from '@minefall/shared/contracts/live'
import { playerCommit } from '@minefall/shared/fairness'
import type { MatchId } from '@minefall/shared/game'
import { chainFrom } from './chain.ts'
import { blank, type Inner, turnTo } from './inner.ts'

/** What is known of a match before a seat is taken there. */
type Table = {
  matchId: MatchId
  serverCommit: string | null
  sealed: boolean
  serverChain?: string | undefined
}

/** Draws a seat's pseudonym, seed, commitment and command id; at a sealed table its chain, too. */
const drawTicket = (
  { tools }: Inner,
  { matchId, serverCommit, sealed, serverChain }: Table,
): Partial<Inner> => {
  const ref = tools.draw(16)
  const seed = tools.draw(32)
  const commit = playerCommit(matchId, ref, seed)
  const secrets = { matchId, ref, seed, commit, serverCommit, sitId: tools.draw(16) }
  const chained = sealed ? { ...secrets, chain: chainFrom(tools.draw(32)), serverChain } : secrets
  return { intent: 'sit', matchId, secrets: chained, outbox: [] }
}

/** Finds a gathering match of the queue. */
export const findOf = ({ gameId, stake, asset }: Inner): ClientMessage<'lobby.find'> => ({
  gameId,
  stake,
  asset,
})

export const applyFoundMatch = (
  context: Inner,
  found: NonNullable<Answer<'lobby.find'>>,
): Partial<Inner> => ({
  ...drawTicket(context, { ...found, sealed: found.serverChain !== undefined }),
  apart: found.apart === true,
})

/** A retry has the same id, and so the same outcome. */
export const sitOf = ({ secrets }: Inner): ClientMessage<'match.sit'> => {
  if (!secrets) throw new Error('no seat was drawn')
  const { matchId, ref, commit, sitId, chain } = secrets
  const seat = { commandId: sitId, matchId, ref, commit }
  return chain ? { ...seat, chain: chain.end } : seat
}

export const applySeat = ({ seat }: NonNullable<Answer<'match.sit'>>): Partial<Inner> => ({
  seat,
  intent: 'follow',
  tries: 0,
  sitAsked: false,
})

/**
 * Draws what a seat at this match needs. A seat whose answer got lost is requested under the same id: it may be ours
 * already.
 */
export const drawSeat = (context: Inner): Partial<Inner> => {
  const { matchId, state, secrets, sitAsked, tools } = context
  if (matchId === null || !state) return {}
  const isOut = sitAsked && secrets?.matchId === matchId
  const { serverCommit, serverChain } = state
  const table = { matchId, serverCommit, serverChain, sealed: serverChain !== undefined }
  const ticket = isOut ? {} : drawTicket(context, table)
  return { ...ticket, intent: 'follow', refused: null, left: false, tries: 0, sitter: tools.userId() }
}

/** That seat is gone: find another table. */
export const lookAgain = ({ tries }: Inner): Partial<Inner> => ({
  ...blank,
  intent: 'find',
  tries: tries + 1,
})

/** Returns to the match in which the server says we sit. */
export const comeBack = (context: Inner): Partial<Inner> => {
  const seated = context.tools.seated()
  return seated ? turnTo(context, seated.matchId) : {}
}

/** The next match after a void for those who revealed, if our seed was among them. */
const nextAfterVoid = ({ state, seat, secrets }: Inner): MatchId | null => {
  if (state?.result?.outcome !== 'voided' || seat === null || !secrets) return null
  const { next } = state.result
  if (next === undefined || state.table[seat]?.seed === undefined) return null
  return asMatchId(next)
}

/** A match id in a state was parsed as one when its event came in. */
const asMatchId = (id: string): MatchId => id as MatchId

/** The next match to join automatically: after a void, or after a rematch this tab agreed to. */
export const nextMatch = (context: Inner): MatchId | null => {
  const { rematch, seat } = context
  // A player who agreed and is no longer named can't pay for another match.
  const isAgreed = rematch?.asked && seat !== null && rematch.agreed.includes(seat)
  return (isAgreed ? rematch.next : null) ?? nextAfterVoid(context)
}

/** Switches to the next match with fresh secrets. Who agreed to a rematch plays these people, or no one. */
export const takeNext = (context: Inner): Partial<Inner> => {
  const matchId = nextMatch(context)
  if (!matchId) return {}
  const { onlyHere, rematch, state } = context
  const sealed = state?.rules.sealed === true
  const ticket = drawTicket(context, { matchId, serverCommit: null, sealed })
  return { ...blank, ...ticket, onlyHere: onlyHere || matchId === rematch?.next }
}
