import type { ArenaPhase } from '@minefall/shared/arena'
import { mayJoin, phaseOf, ranked } from '@minefall/shared/arena'
import { bodyCode } from '@minefall/shared/contracts'
import {
  type ArenaOwn,
  type ArenaPlayer,
  type ArenaSeat,
  type ArenaStandings,
  arenaNewsSchema,
  arenaWatchedSchema,
  changedStandings,
} from '@minefall/shared/contracts/live'
import type { Coins } from '@minefall/shared/game'
import { createStore } from '../../lib/store.ts'
import type { LivePort } from '../../machines/connection/index.ts'

/** Between hearing of a match and sitting down there, in milliseconds. */
export const callMs = 3_000
/** What was not answered is asked again after this, in milliseconds. */
const againMs = 2_000

/** The arena that this tab watches, as far as the server has told. */
export type Watched = {
  arenaId: string
  standings: ArenaStandings | null
  own: ArenaOwn
  /** There is no such arena. */
  isMissing: boolean
  /** The match that is called, and when its seat is taken, by this tab's clock. */
  called: { seat: ArenaSeat; at: number } | null
}

type Surroundings = {
  port: Pick<LivePort, 'ask' | 'listen' | 'isUp'>
  after(ms: number, run: () => void): () => void
  now(): number
  /** Who is signed in, in all tabs; null for the guest. */
  userId(): string | null
  /** Goes to a match to sit down there. */
  sit(seat: ArenaSeat): void
}

/** The player that one is, once they have joined. */
export const ownOf = ({ standings, own }: Watched): ArenaPlayer | null =>
  standings?.players.find(({ nth }) => nth === own?.nth) ?? null

/** The coins that joining takes: none of one who has played there, whose stake stays in the pot. */
export const stakeDue = (watched: Watched): Coins =>
  (ownOf(watched)?.matches ?? 0) > 0 ? '0' : (watched.standings?.arena.stake ?? '0')

/** Everyone who has points or takes part, with their places. */
export const placesOf = ({ players }: ArenaStandings): { place: number; player: ArenaPlayer }[] =>
  ranked(players.filter(({ status, matches }) => status !== 'left' || matches > 0)).map(
    ({ place, standing }) => ({ place, player: standing }),
  )

/** Where an arena is, and what one can do in it. */
type Ways = { phase: ArenaPhase; way: 'join' | 'go-on' | 'pause' | null }

/** What one can do in an arena now; null until the server has told of it. */
export const waysOf = (watched: Watched, now: number): Ways | null => {
  if (!watched.standings) return null
  const { arena } = watched.standings
  const phase = phaseOf(arena, now)
  const status = ownOf(watched)?.status
  if (phase !== 'open' && phase !== 'running') return { phase, way: null }
  if (status === 'ready') return { phase, way: 'pause' }
  if (status === 'paused') return { phase, way: 'go-on' }
  return { phase, way: mayJoin(arena, now) ? 'join' : null }
}

/** Whether one waits for the matches of an arena: they are called wherever one is, and the last may outlast it. */
const isWaiting = (watched: Watched, now: number): boolean => {
  const ways = waysOf(watched, now)
  return ways?.way === 'pause' || (ways?.phase === 'ending' && ownOf(watched)?.status === 'ready')
}

/** The note that says where one is; null where the button says it all. */
export const noteOf = ({ standings }: Watched, { phase, way }: Ways) => {
  if (way === 'pause') return phase === 'running' ? 'running' : 'open'
  if (way === 'go-on') return 'paused'
  if (phase === 'announced' || phase === 'ending') return phase
  // A free arena has no stakes to pay back.
  if (phase === 'canceled') return standings?.arena.stake === '0' ? null : phase
  return way === null && phase === 'running' ? 'late' : null
}

/**
 * Watches one arena at a time over the live connection: reads its standings, follows their changes, and goes to the match
 * that is called. On a new connection all of it is read again.
 */
export const createArenaWatch = ({ port, after, now, userId, sit }: Surroundings) => {
  const store = createStore<Watched | null>(() => null)
  let cancelAgain = () => {}
  let cancelCall = () => {}
  /** Where one waits while another arena is looked at. */
  let waitsAt: string | null = null
  let owner = userId()

  const put = (change: Partial<Watched>) => {
    const current = store.current()
    if (current) store.set({ ...current, ...change })
  }
  /** Where one account waits and is called to is not for the next. */
  const turnTo = (next: string | null) => {
    if (owner === next) return
    owner = next
    cancelCall()
    waitsAt = null
    put({ own: null, called: null })
  }
  const call = (seat: ArenaSeat) => {
    const { called } = store.current() ?? {}
    if (called?.seat.matchId === seat.matchId) return
    cancelCall()
    put({ called: { seat, at: now() + callMs } })
    cancelCall = after(callMs, () => {
      turnTo(userId())
      if (store.current()?.called?.seat !== seat) return
      put({ called: null })
      sit(seat)
    })
  }
  const read = async (arenaId: string): Promise<void> => {
    cancelAgain()
    turnTo(userId())
    const asker = owner
    const { code, data } = await port.ask('arena.watch', { arenaId })
    // Once the connection is someone else's, it is asked again.
    if (store.current()?.arenaId !== arenaId || userId() !== asker) return
    const told = arenaWatchedSchema.safeParse(data)
    if (told.success) {
      const { standings, own } = told.data
      put({ standings, own, isMissing: false })
      if (own?.seat) call(own.seat)
    } else if (code === bodyCode.notFound) put({ isMissing: true })
    else cancelAgain = after(againMs, () => void read(arenaId))
  }
  const hear = (told: unknown) => {
    const current = store.current()
    const news = arenaNewsSchema.safeParse(told)
    if (!current || !news.success) return
    if (news.data.kind === 'seat') {
      const { kind: _kind, ...seat } = news.data
      if (seat.arenaId === current.arenaId || seat.arenaId === waitsAt) call(seat)
      return
    }
    const { kind: _kind, ...change } = news.data
    if (change.arena.arenaId !== current.arenaId || !current.standings) return
    const standings = changedStandings(current.standings, change)
    if (standings !== current.standings) put({ standings })
  }
  const stop = () => {
    cancelAgain()
    cancelCall()
    waitsAt = null
    if (store.current() && port.isUp()) void port.ask('arena.watch', { arenaId: null })
    store.set(null)
  }
  const start = (arenaId: string) => {
    turnTo(userId())
    const before = store.current()
    if (before?.arenaId === arenaId) return
    if (before && isWaiting(before, now())) waitsAt = before.arenaId
    if (waitsAt === arenaId) waitsAt = null
    // A match that was called is gone to from here too: the others wait there.
    const called = before?.called ?? null
    store.set({ arenaId, standings: null, own: null, isMissing: false, called })
    void read(arenaId)
  }
  port.listen((signal) => {
    const current = store.current()
    switch (signal.type) {
      case 'arena':
        return hear(signal.message.payload)
      // Also once the connection is someone else's.
      case 'up':
      case 'doubt':
      case 'missed':
        if (current) void read(current.arenaId)
    }
  })

  return {
    ...store,
    /** Watches this arena from now on, and no other. */
    start,
    /** Reads who one is in it: one has joined, or left. */
    again() {
      const current = store.current()
      if (current) void read(current.arenaId)
    },
    stop,
    /** Stops, unless one waits for matches there, or at the one that was watched before. */
    leave() {
      turnTo(userId())
      const current = store.current()
      if (!current || isWaiting(current, now())) return
      if (waitsAt === null) stop()
      else start(waitsAt)
    },
  }
}
