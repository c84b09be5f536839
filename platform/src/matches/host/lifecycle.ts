import { lockDocument, lockHash } from '@minefall/shared/fairness'
import { type Decision, decide, type MatchId, type MatchState, type VoidReason } from '@minefall/shared/game'
import { dealerOf } from '@minefall/shared/record'
import { announceGathering } from '../lobby/gathering-news.ts'
import { isOnOffer } from '../lobby/on-offer.ts'
import { drawOpening, type Opening } from '../lobby/opening.ts'
import { fillWithPractice, revealPractice } from '../practice/opponents.ts'
import type { Shard } from '../shards/shards.ts'
import { adopt, type World } from '../world.ts'
import { isPerson, type LiveMatch, newLiveMatch, peopleOf } from './live-match.ts'
import { perform } from './perform.ts'
import { holdsUntil } from './turn-clock.ts'

export const adoptOpening = (
  world: World,
  shard: Shard,
  { header, secret, origin, arena, at }: Opening,
  invited: ReadonlySet<string> | null,
): LiveMatch => {
  const arenaId = arena?.arenaId ?? null
  const fresh = newLiveMatch({ header, shard, secret, origin, arenaId, invited }, at)
  adopt(world, fresh)
  if (!isOnOffer(world, fresh)) world.background(callOff(world, fresh))
  return fresh
}

/** Practice opponents take the empty seats, as long as a person still sits there. */
export const fill = (world: World, match: LiveMatch) =>
  perform(world, match, {
    decide: (state, at) =>
      state.phase === 'gathering' && state.table.some(isPerson) && state.table.includes(null)
        ? fillWithPractice(state, match.secret.practiceSeeds, { at, randomBytes: world.randomBytes })
        : null,
  })

/** Fixes seats and commitments; practice opponents reveal in the same decision. */
export const lock = (world: World, match: LiveMatch) =>
  perform(world, match, {
    first: true,
    withLog: true,
    decide: (state, at) => {
      if (state.phase !== 'gathering' || state.table.includes(null)) return null
      const { matchId, asset, stake, rules, serverCommit, serverChain } = state
      const prevLog = match.shard.log.hash
      const seats = state.table.flatMap((seat) => seat ?? [])
      const terms = { matchId, asset, stake, rules, serverCommit, serverChain }
      const document = lockDocument({ ...terms, prevLog, seats })
      const hash = lockHash(document)
      const { revealMs } = world.settings
      const locked = decide(state, { type: 'lock', at, prevLog, lockHash: hash, revealMs })
      if (!locked.ok) return locked
      const events = revealPractice(state, locked.events, match.secret.practiceSeeds, at)
      return { ok: true, events, options: { locked: { kind: 'locked', matchId, document, hash } } }
    },
  })

/** Whether every seat is taken and its seed is there. */
export const isRevealed = ({ table }: MatchState): boolean => table.every((seat) => seat?.seed !== undefined)

/** Captures the stakes and begins, once every seed is there. */
export const start = (world: World, match: LiveMatch) =>
  perform(world, match, {
    first: true,
    decide: (state, at) => {
      const dealer = state.phase === 'locking' ? dealerOf(state, match.secret.serverSeed) : null
      if (!dealer) return null
      match.dealer = dealer
      return decide(state, { type: 'start', at }, dealer)
    },
  })

/** Seats whose seed may be missing through a fault of ours: their BFF is silent, or the match was taken up only just now. */
const excusedIn = (world: World, match: LiveMatch, { lock: locked, table }: MatchState): number[] => {
  const isLate = match.noExpiryBefore > (locked?.revealBy ?? 0)
  const isSilent = (seat: number) =>
    world.edges.silentSince(match.presence[seat]?.edge ?? null, world.clock.now()) !== null
  return table.flatMap((seat) => (seat && (isLate || isSilent(seat.seat)) ? [seat.seat] : []))
}

/** Voids a match as it stands; its seed is opened. */
const voidAs = (
  { secret: { serverSeed } }: LiveMatch,
  state: MatchState,
  at: number,
  how: { reason: VoidReason; next?: MatchId },
): Decision => decide(state, { type: 'void', at, serverSeed, ...how })

/**
 * The time for seeds is over. Without all of them the match is voided, its seed opened, the holds released; anyone who
 * was ready finds `next`, opened in the same transaction with everything drawn again.
 */
export const endReveal = async (world: World, match: LiveMatch): Promise<void> => {
  const { shard, invited } = match
  const drawn: { opening?: Opening | undefined } = {}
  const ready = () => peopleOf(match).filter(({ seed }) => seed !== undefined)
  const done = await perform(world, match, {
    withLog: true,
    decide: (state, at) => {
      // What was drawn before is not opened: other rows took the place of its void.
      drawn.opening = undefined
      const revealBy = Math.max(state.lock?.revealBy ?? 0, holdsUntil(world, match))
      if (state.phase !== 'locking' || isRevealed(state) || at < revealBy) return null
      const seats = ready().map(({ seat }) => seat)
      const origin = { ...match.origin, invited: invited && { from: match.id, seats } }
      // An arena seats those who were ready with others.
      const table = !match.arena && isOnOffer(world, match) ? world.tables.get(state.gameId) : undefined
      const { stake, asset } = state
      drawn.opening =
        seats.length > 0 && table
          ? drawOpening({ table, stake, asset, origin, shard: shard.number }, world)
          : undefined
      const next = drawn.opening && { next: drawn.opening.header.matchId }
      const options = { opening: drawn.opening, excused: excusedIn(world, match, state) }
      return { ...voidAs(match, state, at, { reason: 'seed-missing', ...next }), options }
    },
  })
  if (!done.ok || match.record.state.phase !== 'voided' || !drawn.opening || shard.lost) return
  const stillInvited = invited && new Set(ready().map(({ holder }) => holder))
  announceGathering(world, adoptOpening(world, shard, drawn.opening, stillInvited))
}

/** Voids a gathering match where that is still called for when its turn comes. */
const giveUp = (world: World, match: LiveMatch, isCalledFor: (state: MatchState, at: number) => boolean) =>
  perform(world, match, {
    decide: (state, at) =>
      state.phase === 'gathering' && isCalledFor(state, at)
        ? voidAs(match, state, at, { reason: 'abandoned' })
        : null,
  })

/** Voids a gathering match that no one sits at and no one was sent to for long, so that its seed is opened. */
export const abandon = (world: World, match: LiveMatch, afterMs: number) =>
  giveUp(
    world,
    match,
    ({ table }, at) => table.every((seat) => seat === null) && at - match.touchedAt >= afterMs,
  )

/** Voids a gathering match whose table is not offered like this any more. */
export const callOff = (world: World, match: LiveMatch) =>
  giveUp(world, match, () => !isOnOffer(world, match))

/** Whether seats of a match that has free ones were taken and left so often that no more are given. */
export const isWornOut = ({ settings: { gatherEventsMost } }: World, { seq, table }: MatchState): boolean =>
  seq >= gatherEventsMost && table.includes(null)

/** Voids a gathering match that is worn out. Stakes of those who wait there go back. */
export const wearOut = (world: World, match: LiveMatch) =>
  giveUp(world, match, (state) => isWornOut(world, state))

/** Voids a match that were paused for too long, unless something happened in it that `isStill` knows of. */
export const interrupt = (world: World, match: LiveMatch, isStill = () => true) =>
  perform(world, match, {
    decide: (state, at) => (isStill() ? voidAs(match, state, at, { reason: 'interrupted' }) : null),
  })
