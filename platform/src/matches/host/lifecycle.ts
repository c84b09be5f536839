import { deal, lockDocument, lockHash } from '@minefall/shared/fairness'
import { decide, type MatchState } from '@minefall/shared/game'
import { tellGathering } from '../lobby/gathering-news.ts'
import { isOnOffer } from '../lobby/on-offer.ts'
import { drawOpening, type Opening } from '../lobby/opening.ts'
import { fillWithPractice, revealPractice } from '../practice/opponents.ts'
import { adopt, type World } from '../world.ts'
import { isPerson, type LiveMatch, newLiveMatch } from './live-match.ts'
import { perform } from './perform.ts'
import { newRecord } from './record.ts'
import { holdsUntil } from './turn-clock.ts'

/** Brings a match that was just opened into memory. */
export const adoptOpening = (
  world: World,
  match: Pick<LiveMatch, 'shard'>,
  opening: Opening,
  invited: ReadonlySet<string> | null,
): LiveMatch => {
  const { header, secret, origin, at } = opening
  const fresh = newLiveMatch(
    {
      id: header.matchId,
      shard: match.shard,
      secret,
      practice: secret.practiceSeeds.length > 0,
      origin,
      invited,
      record: newRecord(header, origin.host !== null),
    },
    at,
  )
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

const everyRef = (state: MatchState) =>
  state.table.flatMap((seat) => (seat === null ? [] : [{ ref: seat.ref, commit: seat.commit }]))

/** Fixes seats and commitments; practice opponents reveal in the same decision. */
export const lock = (world: World, match: LiveMatch) =>
  perform(world, match, {
    first: true,
    withLog: true,
    decide: (state, at) => {
      if (state.phase !== 'gathering' || state.table.includes(null)) return null
      const { matchId, asset, stake, rules, serverCommit } = state
      const prevLog = match.shard.log.hash
      const document = lockDocument({
        matchId,
        asset,
        stake,
        rules,
        serverCommit,
        prevLog,
        seats: everyRef(state),
      })
      const hash = lockHash(document)
      const locked = decide(state, {
        type: 'lock',
        at,
        prevLog,
        lockHash: hash,
        revealMs: world.settings.revealMs,
      })
      if (!locked.ok) return locked
      return {
        ok: true,
        events: revealPractice(state, locked.events, match.secret.practiceSeeds, at),
        options: { locked: { kind: 'locked', matchId, document, hash } },
      }
    },
  })

/** The dealer of a match whose seeds are all revealed; null before that. */
export const dealerOf = ({ table, lock: locked, rules }: MatchState, serverSeed: string) => {
  const players = table.flatMap((seat) =>
    seat?.seed === undefined ? [] : [{ ref: seat.ref, seed: seat.seed }],
  )
  if (!locked || players.length < table.length) return null
  return deal({ rules, serverSeed, lockHash: locked.lockHash, players })
}

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

const readyOf = ({ table }: MatchState) => table.filter(isPerson).filter(({ seed }) => seed !== undefined)

/** Seats whose seed may be missing through a fault of ours: their BFF is silent, or the match was taken up only just now. */
const excusedIn = (world: World, match: LiveMatch, { lock: locked, table }: MatchState): number[] => {
  const isLate = match.noExpiryBefore > (locked?.revealBy ?? 0)
  const isSilent = (seat: number) =>
    world.edges.silentSince(match.presence[seat]?.edge ?? null, world.clock.now()) !== null
  return table.flatMap((seat) => (seat && (isLate || isSilent(seat.seat)) ? [seat.seat] : []))
}

/**
 * The time for seeds is over. Without all of them the match is voided, its seed opened, the holds released; whoever
 * was ready finds `next`, opened in the same transaction with everything drawn anew.
 */
export const endReveal = async (world: World, match: LiveMatch): Promise<void> => {
  const drawn: { opening?: Opening | undefined } = {}
  const done = await perform(world, match, {
    withLog: true,
    decide: (state, at) => {
      const revealBy = Math.max(state.lock?.revealBy ?? 0, holdsUntil(world, match))
      const isReady = state.table.every((seat) => seat?.seed !== undefined)
      if (state.phase !== 'locking' || isReady || at < revealBy) return null
      const ready = readyOf(state)
      const table = isOnOffer(world, match) ? world.tables.get(state.gameId) : undefined
      const invited = match.invited && { from: match.id, seats: ready.map(({ seat }) => seat) }
      drawn.opening =
        ready.length > 0 && table
          ? drawOpening(
              {
                table,
                stake: state.stake,
                asset: state.asset,
                origin: { ...match.origin, invited },
                shard: match.shard.number,
              },
              { now: at, randomBytes: world.randomBytes, sealKey: world.sealKeys.current },
            )
          : undefined
      const voided = decide(state, {
        type: 'void',
        at,
        reason: 'seed-missing',
        serverSeed: match.secret.serverSeed,
        ...(drawn.opening && { next: drawn.opening.header.matchId }),
      })
      if (!voided.ok) return voided
      return { ...voided, options: { opening: drawn.opening, excused: excusedIn(world, match, state) } }
    },
  })
  if (!done.ok || match.record.state.phase !== 'voided') return
  if (!drawn.opening) return
  const ready = new Set(readyOf(match.record.state).map(({ holder }) => holder))
  tellGathering(world, adoptOpening(world, match, drawn.opening, match.invited && ready))
}

/** Frees a seat that nobody is at. */
export const freeAbsent = (world: World, match: LiveMatch, seat: number, isAbsent: () => boolean) =>
  perform(world, match, {
    decide: (state, at) =>
      state.phase === 'gathering' && state.table[seat] && isAbsent()
        ? decide(state, { type: 'stand', at, seat, reason: 'absent' })
        : null,
  })

/** Voids a gathering match that nobody sits at and nobody was sent to for long, so that its seed is opened. */
export const abandon = (world: World, match: LiveMatch, afterMs: number) =>
  perform(world, match, {
    decide: (state, at) =>
      state.phase === 'gathering' &&
      state.table.every((seat) => seat === null) &&
      at - match.touchedAt >= afterMs
        ? decide(state, { type: 'void', at, reason: 'abandoned', serverSeed: match.secret.serverSeed })
        : null,
  })

/** Voids a gathering match whose table is not offered like this any more. */
export const callOff = (world: World, match: LiveMatch) =>
  perform(world, match, {
    decide: (state, at) =>
      state.phase === 'gathering' && !isOnOffer(world, match)
        ? decide(state, { type: 'void', at, reason: 'abandoned', serverSeed: match.secret.serverSeed })
        : null,
  })

/** Voids a match that stood still for too long. */
export const interrupt = (world: World, match: LiveMatch) =>
  perform(world, match, {
    decide: (_state, at) =>
      decide(match.record.state, {
        type: 'void',
        at,
        reason: 'interrupted',
        serverSeed: match.secret.serverSeed,
      }),
  })
