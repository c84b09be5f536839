import type { Presence } from '@minefall/shared/contracts/live'
import { decide, type MatchState } from '@minefall/shared/game'
import type { World } from '../world.ts'
import { announcePresence } from './announce.ts'
import { type LiveMatch, peopleOf } from './live-match.ts'
import { perform } from './perform.ts'
import { seatOfHolder } from './record.ts'
import { edgeReturned } from './turn-clock.ts'

export type Edges = ReturnType<typeof watchEdges>

/** When each BFF last sent a beat. One that never did does not count as silent. */
export const watchEdges = (silentMs: number) => {
  const last = new Map<string, number>()
  /** Since when the BFF is silent; null when it is not. */
  const silentSince = (edge: string | null, at: number): number | null => {
    const heard = edge === null ? undefined : last.get(edge)
    return heard !== undefined && at - heard > silentMs ? heard : null
  }
  return {
    /** Notes a beat. Answers since when the BFF had been silent, or null. */
    beat(edge: string, at: number): number | null {
      const since = silentSince(edge, at)
      last.set(edge, at)
      return since
    },
    silentSince,
  }
}

/** Notes how a seat's connection is, as its BFF sees it, and tells the others when that changed. */
export const notePresence = (
  world: World,
  match: LiveMatch,
  seat: number,
  { edge, presence }: { edge: string; presence: Presence },
): void => {
  const known = match.presence[seat]
  if (!known) return
  const now = world.clock.now()
  // A second tab's BFF says "gone" for a seat that another one holds: that is not the seat's.
  if (presence === 'gone' && known.edge !== null && known.edge !== edge && known.presence !== 'gone') return
  const silent = known.edge === edge ? null : world.edges.silentSince(known.edge, now)
  if (silent !== null && known.edge !== null) edgeReturned(world, match, known.edge, silent)
  const changed = known.presence !== presence
  match.presence[seat] = { presence, edge, since: changed ? now : known.since }
  if (changed) announcePresence(world, match)
}

/**
 * A seat whose player just asked something is not gone, even if no BFF has said so since this host started: after a
 * restart of the platform alone the BFFs have nothing new to tell.
 */
export const noteActivity = (world: World, match: LiveMatch, playerId: string): void => {
  const seat = seatOfHolder(match.record.state, playerId)
  const known = seat === null ? undefined : match.presence[seat]
  if (seat === null || !known || known.edge !== null) return
  if (known.presence !== 'gone' && !known.assumed) return
  match.presence[seat] = { presence: 'here', edge: null, since: world.clock.now() }
  if (known.presence === 'gone') announcePresence(world, match)
}

/** Assumes that everyone seated is still there until their BFFs report. */
export const assumePresent = (match: LiveMatch, now: number): void => {
  for (const { seat } of peopleOf(match))
    match.presence[seat] = { presence: 'here', edge: null, since: now, assumed: true }
}

/** A seat no BFF has reported this long after a change of owner is gone, in milliseconds. */
const assumedMs = 5_000

/** Shows those as gone who were taken to be there and of whom no BFF has told. */
export const endAssumptions = (world: World, match: LiveMatch): void => {
  const now = world.clock.now()
  const over = match.presence.flatMap((known, seat) =>
    known.assumed && known.presence !== 'gone' && now - known.since >= assumedMs ? [{ known, seat }] : [],
  )
  for (const { known, seat } of over) match.presence[seat] = { ...known, presence: 'gone' }
  if (over.length > 0) announcePresence(world, match)
}

/** Whether a person is at one of the seats, or was a moment ago. */
export const isAnyoneThere = (world: World, match: LiveMatch): boolean =>
  peopleOf(match).some(({ seat }) => {
    const known = match.presence[seat]
    if (!known || known.presence === 'gone') return false
    return world.edges.silentSince(known.edge, world.clock.now()) === null
  })

/**
 * Since when no one is at a seat: its BFF said so, has been silent itself, or never told of the player who took it,
 * who may have gone between sitting down and following; null while someone is.
 */
const absentSince = (world: World, match: LiveMatch, seat: number): number | null => {
  const known = match.presence[seat]
  if (!known) return null
  if (known.presence === 'gone' || known.unconfirmed || known.assumed) return known.since
  return world.edges.silentSince(known.edge, world.clock.now())
}

/** Frees the gathering seats that no one has been at for too long. */
export const freeAbsentSeats = (world: World, match: LiveMatch): void => {
  // Anyone who is silent then may well be there.
  if (world.standstill.holdsUntil(world.clock.now()) > world.clock.now()) return
  for (const { seat } of peopleOf(match)) {
    const isAbsent = () => {
      const since = absentSince(world, match, seat)
      return since !== null && world.clock.now() - since >= world.settings.gatherAbsentMs
    }
    const free = (state: MatchState, at: number) =>
      state.phase === 'gathering' && state.table[seat] && isAbsent()
        ? decide(state, { type: 'stand', at, seat, reason: 'absent' })
        : null
    if (isAbsent()) world.background(perform(world, match, { decide: free }))
  }
}
