import { type Envelope, ok } from '@minefall/shared/contracts'
import type { BusRequest } from '@minefall/shared/contracts/bus'
import type { Answer } from '@minefall/shared/contracts/live'
import { type Decision, decide, type MatchState, type PlayerView } from '@minefall/shared/game'
import type { Receipt } from '@minefall/shared/record'
import { sha256 } from '../ids.ts'
import type { AskedFrom } from '../journal/effects.ts'
import { refused } from '../refusals.ts'
import type { World } from '../world.ts'
import type { Actor, Performed } from './commit.ts'
import type { LiveMatch } from './live-match.ts'
import { perform, performAtOnce } from './perform.ts'
import { seatOfHolder } from './record.ts'
import { dueAt, runOut } from './turn-clock.ts'

type Outcome = Envelope<Answer<'match.open'>>

const actorOf = (
  { playerId, commandId }: Pick<Actor, 'playerId' | 'commandId'>,
  ...told: readonly (string | number)[]
): Actor => ({ playerId, commandId, requestHash: sha256(JSON.stringify(told)) })

/** What only sealed tables have counts where it is there: the hashes of all other commands stay as they were. */
const chained = (part: string | undefined): string[] => (part === undefined ? [] : [part])

/** The sender of each command, with a hash of all but its id: the same id with another hash is refused. */
export const actors = {
  sit: (request: BusRequest<'match.sit'>) =>
    actorOf(request, 'sit', request.matchId, request.ref, request.commit, ...chained(request.chain)),
  reveal: (request: BusRequest<'match.reveal'>) => actorOf(request, 'reveal', request.matchId, request.seed),
  open: (request: BusRequest<'match.open'>) =>
    actorOf(request, 'open', request.matchId, request.turn, request.tile, ...chained(request.link)),
  leave: (request: BusRequest<'match.leave'>) => actorOf(request, 'leave', request.matchId),
}

export const answer = (match: LiveMatch, done: Performed): Outcome =>
  done.ok ? ok({ matchId: match.id, seq: done.seq, seat: done.seat }) : refused(done.refusal)

/** Decides for the seat that the actor has when the match's turn comes. */
const seated =
  (actor: Actor, act: (state: MatchState, seat: number, at: number) => Decision) =>
  (state: MatchState, at: number): Decision => {
    const seat = seatOfHolder(state, actor.playerId)
    return seat === null ? { ok: false, refusal: 'not-seated' } : act(state, seat, at)
  }

export const sit = async (
  world: World,
  match: LiveMatch,
  request: BusRequest<'match.sit'>,
  { player, from }: { player: PlayerView; from: AskedFrom },
): Promise<Performed> => {
  const { playerId, session, ref, commit, chain, edge } = request
  const done = await perform(world, match, {
    actor: actors.sit(request),
    decide: (state, at) => {
      const decision = decide(state, { type: 'sit', at, ref, commit, chain, player, holder: playerId })
      if (!decision.ok) return decision
      match.touchedAt = at
      return { ...decision, options: { session, from } }
    },
  })
  if (done.ok && done.seat !== null && seatOfHolder(match.record.state, playerId) === done.seat)
    match.presence[done.seat] = { presence: 'here', edge, since: world.clock.now(), unconfirmed: true }
  return done
}

/** That the seed of a seat came, and when: signed, so that no one can say later that it came late or not at all. */
const receiptOf = ({ signers }: World, { id: matchId, record }: LiveMatch, seat: number) => {
  const revealed = record.events.find((event) => event.type === 'SeedRevealed' && event.seat === seat)
  const owner = record.state.table[seat]
  if (!revealed || !owner) return {}
  const { at } = revealed
  const { key, signature } = signers.current.sign('receipt', {
    at,
    matchId,
    ref: owner.ref,
  } satisfies Receipt)
  return { receipt: { at, key, signature } }
}

export const reveal = async (
  world: World,
  match: LiveMatch,
  request: BusRequest<'match.reveal'>,
): Promise<Envelope<Answer<'match.reveal'>>> => {
  const { seed } = request
  const actor = actors.reveal(request)
  const act = seated(actor, (state, seat, at) => decide(state, { type: 'reveal', at, seat, seed }))
  const done = await perform(world, match, { actor, decide: act })
  if (!done.ok || done.seat === null) return answer(match, done)
  return ok({ matchId: match.id, seq: done.seq, seat: done.seat, ...receiptOf(world, match, done.seat) })
}

/** A move counts by its arrival; past its deadline it is refused even if the timer has not fired. */
export const open = (
  world: World,
  match: LiveMatch,
  request: BusRequest<'match.open'>,
  reply: (outcome: Outcome) => void,
): void => {
  const { playerId, turn, tile, link, roundTripMs, until } = request
  const arrived = world.clock.now()
  if (arrived > until) {
    reply(refused('too-late'))
    return
  }
  const seat = seatOfHolder(match.record.state, playerId)
  if (seat !== null) match.roundTrips[seat] = roundTripMs
  const due = dueAt(world, match)
  const running = match.record.state.turn
  if (running && running.turn === turn && running.seat === seat && due !== null && arrived > due)
    world.background(runOut(world, match, turn))
  const actor = actors.open(request)
  const act = seated(actor, (state, mover, at) =>
    decide(state, { type: 'open', at, seat: mover, turn, tile, link }, match.dealer),
  )
  performAtOnce(world, match, { actor, decide: act }, (done) => reply(answer(match, done)))
}

/** Takes a player's seat back while the match gathers, and so their hold; once it is locked nothing happens. */
export const stand = async (
  world: World,
  match: LiveMatch,
  { playerId }: BusRequest<'match.stand'>,
): Promise<Envelope<null>> => {
  const done = await perform(world, match, {
    decide: (state, at) => {
      const seat = seatOfHolder(state, playerId)
      return state.phase === 'gathering' && seat !== null
        ? decide(state, { type: 'stand', at, seat, reason: 'left' })
        : null
    },
  })
  return done.ok ? ok(null) : refused(done.refusal)
}

/** Frees a gathering seat, or gives up one in play. */
export const leave = async (
  world: World,
  match: LiveMatch,
  request: BusRequest<'match.leave'>,
): Promise<Outcome> => {
  const actor = actors.leave(request)
  const act = seated(actor, (state, seat, at) => decide(state, { type: 'leave', at, seat }, match.dealer))
  return answer(match, await perform(world, match, { actor, decide: act }))
}
