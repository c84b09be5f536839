import { type Envelope, ok } from '@minefall/shared/contracts'
import type { BusRequest } from '@minefall/shared/contracts/bus'
import type { Answer } from '@minefall/shared/contracts/live'
import { chainLength, chainOf } from '@minefall/shared/fairness'
import {
  awaitedSeats,
  compensationMaxMs,
  type Decision,
  decide,
  evolve,
  type GameEvent,
  linksBy,
  type MatchState,
  type PickState,
  type Refusal,
} from '@minefall/shared/game'
import type { LiveMatch } from '../host/live-match.ts'
import { perform, performAtOnce } from '../host/perform.ts'
import { seatOfHolder } from '../host/record.ts'
import { holdsUntil, lookAgainMs, stepAt } from '../host/turn-clock.ts'
import { refused } from '../refusals.ts'
import type { World } from '../world.ts'

type Outcome = Envelope<Answer<'match.link'>>
type Sent = { seat: number; turn: number; link: string }

/** A link that waits for the match's turn, and how it is answered. */
export type Arrival = Sent & { reply: (outcome: Outcome) => void }

const isKnown = ({ table }: MatchState, { seat, turn, link }: Sent): boolean => {
  const last = table[seat]?.link
  return last?.turn === turn && last.link === link
}

/** The house's link of a turn; undefined where its chain is gone. */
const houseLink = (match: LiveMatch, { rules, seats }: MatchState, turn: number): string | undefined => {
  const { chain } = match.secret
  if (chain === undefined) return undefined
  match.houseLinks ??= chainOf(chain, chainLength(rules, seats)).links
  return match.houseLinks[turn]
}

/**
 * Draws the picked tile with the house's link. Where that is not there, or is not the one committed to, the match is voided
 * by rule. Throws for a match that has no dealer.
 */
const draw = (match: LiveMatch, state: MatchState, at: number): Decision => {
  const { dealer, secret } = match
  if (!dealer || !state.pick) throw new Error(`nothing can be drawn in match ${match.id}`)
  const { turn } = state.pick
  const link = houseLink(match, state, turn)
  const drawn = link === undefined ? null : decide(state, { type: 'draw', at, turn, link }, dealer)
  return drawn && (drawn.ok || drawn.refusal !== 'wrong-link')
    ? drawn
    : decide(state, { type: 'void', at, reason: 'link-missing', serverSeed: secret.serverSeed })
}

/** The events of the links that were taken, and why each other one was refused. */
type Taken = { events: GameEvent[]; refusals: Map<Arrival, Refusal> }

/** Takes all links that came, and draws once the pick waits for none. */
const takeAll = (match: LiveMatch, before: MatchState, batch: readonly Arrival[], at: number): Taken => {
  const refusals: Taken['refusals'] = new Map()
  const events: GameEvent[] = []
  let state = before
  const add = (decision: Decision): Refusal | null => {
    if (!decision.ok) return decision.refusal
    for (const event of decision.events) state = evolve(state, event)
    events.push(...decision.events)
    return null
  }
  for (const arrival of batch) {
    if (isKnown(state, arrival)) continue
    const { seat, turn, link } = arrival
    const refusal = add(decide(state, { type: 'link', at, seat, turn, link }))
    if (refusal) refusals.set(arrival, refusal)
  }
  if (events.length > 0 && state.pick && awaitedSeats(state, state.pick).length === 0) {
    const refusal = add(draw(match, state, at))
    if (refusal) throw new Error(`the pick of match ${match.id} was not drawn: ${refusal}`)
  }
  return { events, refusals }
}

/**
 * Takes a seat's link for a pick. Links that come while the match is busy are decided together, so that a draw waits for one
 * flush of the journal and not for one of each seat. The same link again is answered the same.
 */
export const takeLink = (
  world: World,
  match: LiveMatch,
  { playerId, turn, link }: BusRequest<'match.link'>,
  reply: (outcome: Outcome) => void,
): void => {
  const seat = seatOfHolder(match.record.state, playerId)
  if (seat === null) {
    reply(refused('not-seated'))
    return
  }
  // Who waits there already takes this one along.
  if (match.arrivals.push({ seat, turn, link, reply }) > 1) return
  // Null until there was a decision, though it threw.
  let batch: Arrival[] | null = null
  let refusals: Taken['refusals'] | null = null
  const decideAll = (state: MatchState, at: number): Decision | null => {
    batch = [...(batch ?? []), ...match.arrivals.splice(0)]
    const taken = takeAll(match, state, batch, at)
    refusals = taken.refusals
    return taken.events.length > 0 ? { ok: true, events: taken.events } : null
  }
  performAtOnce(world, match, { decide: decideAll }, (done) => {
    // Where it never came to a decision, as at a node that is no longer the owner, they still wait.
    const answered = batch ?? match.arrivals.splice(0)
    for (const arrival of answered) {
      const refusal = done.ok ? refusals?.get(arrival) : done.refusal
      arrival.reply(
        refusal
          ? refused(refusal)
          : ok({ matchId: match.id, seq: match.record.committed, seat: arrival.seat }),
      )
    }
  })
}

/**
 * Until when the links of a pick are waited for: not while play is paused or resumes, and longer while a seat's BFF is
 * silent, by as much as a match may get in compensation. In the past where it waits for none.
 */
const drawDue = (world: World, match: LiveMatch, pick: PickState): number => {
  const awaited = awaitedSeats(match.record.state, pick)
  if (awaited.length === 0) return 0
  const now = world.clock.now()
  const due = Math.max(linksBy(pick), holdsUntil(world, match))
  const isCutOff = (seat: number) => world.edges.silentSince(match.presence[seat]?.edge ?? null, now) !== null
  const mayWait = now < linksBy(pick) + compensationMaxMs
  return mayWait && awaited.some(isCutOff) ? Math.max(due, now + lookAgainMs) : due
}

/** Draws the pick of this turn once its time for links is over, or at once where it waits for none. */
export const awaitLinks = (world: World, match: LiveMatch, { turn }: PickState): void => {
  const due = () => {
    const { pick } = match.record.state
    return pick ? drawDue(world, match, pick) : 0
  }
  const drawNow = () =>
    perform(world, match, {
      decide: (state, at) => (state.pick?.turn === turn ? draw(match, state, at) : null),
    })
  stepAt(world, match, due, drawNow)
}
