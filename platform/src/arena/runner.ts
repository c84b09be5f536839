import { arenaTimes } from '@minefall/shared/arena'
import { shardOfArena } from '@minefall/shared/shards'
import { z } from 'zod'
import { isUnavailable, type Sql } from '../db/index.ts'
import type { Dropped } from '../matches/index.ts'
import { countChange, tellChange } from './change.ts'
import { finishArena, payPrizes, refundCanceled } from './finish.ts'
import { leaveArena, readBarred } from './join.ts'
import { pairUp, type Waiting } from './pairing.ts'
import type { Presence } from './presence.ts'
import { announce } from './schedule.ts'
import type { World } from './world.ts'

/** How often the plans are looked at, and BFFs hear which version of an arena is the latest, in milliseconds. */
const announceEveryMs = 60_000
const versionEveryMs = 5_000
/** For so long after its end they still hear it: the last change may be the one that they missed, in milliseconds. */
const toldAfterMs = 600_000

const runningRow = z.object({
  id: z.string(),
  game_id: z.string(),
  stake: z.bigint(),
  ends_at: z.date(),
  seats: z.int(),
})
type Running = z.output<typeof runningRow>

const readRunning = async (sql: Sql, now: number): Promise<Running[]> => {
  const { rows } = await sql.query(
    `select a.id, a.game_id, a.stake, a.ends_at, t.seats from arena a join game_table t on t.game_id = a.game_id
     where a.finished_at is null and a.canceled_at is null and a.begins_at <= $1 order by a.begins_at, a.id`,
    [new Date(now)],
  )
  return runningRow.array().parse(rows)
}

const aroundRow = z.object({ id: z.string(), isOpen: z.boolean() })

/** The arenas that may be joined, go on, or ended a short time ago, and which of them have not begun. */
const readAround = async (sql: Sql, now: number) => {
  const { rows } = await sql.query(
    `select id, begins_at > $1 and finished_at is null and canceled_at is null as "isOpen" from arena
     where begins_at <= $2 and ends_at > $3 order by begins_at, id`,
    [now, now + arenaTimes.openMs, now - toldAfterMs].map((at) => new Date(at)),
  )
  return aroundRow.array().parse(rows)
}

const readyRow = z.object({
  player_id: z.string(),
  points: z.int(),
  met: z.array(z.string()),
  is_free: z.boolean(),
})

/** Who of an arena is not paused, and which of them are at no match. */
const readReady = async (sql: Sql, arenaId: string) => {
  const { rows } = await sql.query(
    `select p.player_id, p.points,
       case when m.started_at is not null then am.player_ids else p.met end as met,
       s.player_id is null and m.phase is distinct from 'gathering' as is_free
     from arena_player p
     left join match m on m.id = p.latest_match
     left join arena_match am on am.match_id = m.id
     left join seated s on s.player_id = p.player_id
     where p.arena_id = $1 and p.status = 'ready'`,
    [arenaId],
  )
  return readyRow.array().parse(rows)
}

type RunnerWorld = Pick<World, 'db' | 'bus' | 'clock' | 'log' | 'newId' | 'matches' | 'settings'> & {
  presence: Presence
}

/** Since when who waits in which arena. It is kept in memory alone: after a change of owner everyone waits from then on. */
type Waits = Map<string, Map<string, number>>

/** Seats those who wait, and tells each where. */
const seatPlayers = async (world: RunnerWorld, arena: Running, waits: Waits): Promise<void> => {
  const { db, bus, clock, matches, presence } = world
  const now = clock.now()
  const ready = await readReady(db, arena.id)
  const before = waits.get(arena.id)
  const waiting = ready
    .filter(({ player_id, is_free }) => is_free && presence.isHere(arena.id, player_id))
    .map(
      ({ player_id: playerId, points, met }): Waiting => ({
        ...{ playerId, points },
        since: before?.get(playerId) ?? now,
        met: new Set(met),
      }),
    )
  waits.set(arena.id, new Map(waiting.map(({ playerId, since }) => [playerId, since])))
  const seatings = pairUp(waiting, {
    seats: arena.seats,
    now,
    active: ready.filter(({ player_id, is_free }) => !is_free || presence.isHere(arena.id, player_id)).length,
    practice: arena.stake === 0n,
  })
  // One after another: each waits for the arena's row, and together they would keep all sessions of the journal from moves.
  for (const { playerIds, practice } of seatings) {
    const seat = await matches.seatArena({ arenaId: arena.id, gameId: arena.game_id, playerIds, practice })
    if (seat) for (const playerId of playerIds) bus.publish('player.arena', playerId, seat)
  }
  if (seatings.length > 0) await tellChange(world, arena.id)
}

const runArena = async (world: RunnerWorld, arena: Running, waits: Waits): Promise<void> => {
  if (world.clock.now() < arena.ends_at.getTime()) return seatPlayers(world, arena, waits)
  waits.delete(arena.id)
  if (await finishArena(world, arena.id)) await payPrizes(world)
}

/** Pauses those who did not stay at a match, until they press "Resume". */
const pauseDropped = async (
  world: Pick<World, 'db' | 'bus' | 'log'>,
  { arenaId, playerIds }: Dropped,
): Promise<void> => {
  const version = await world.db.transaction(async (tx) => {
    await tx.query('select from arena where id = $1 for no key update', [arenaId])
    const those = `arena_id = $1 and player_id = any ($2::uuid[]) and status = 'ready'`
    const { count } = await tx.query(`select from arena_player where ${those}`, [arenaId, playerIds])
    if (count === 0) return null
    const next = await countChange(tx, arenaId)
    await tx.query(`update arena_player set status = 'paused', version = $3 where ${those}`, [
      ...[arenaId, playerIds],
      next,
    ])
    return next
  })
  if (version !== null) await tellChange(world, arenaId, version)
}

/**
 * Has those who may not play any more, as on a break, called to no match. Before an arena begins they are taken out of it:
 * their stakes come back, as a seat's does that waits for its match. Once it has begun they are paused, except those whose
 * break or block came before it: the round that finds them may be late.
 */
const excludeBarred = async (
  world: RunnerWorld,
  { open, running }: Record<'open' | 'running', readonly string[]>,
): Promise<void> => {
  const barred = await readBarred(world, [...open, ...running])
  for (const { arenaId, playerId, isReady, wasBefore } of barred)
    if (open.includes(arenaId) || wasBefore)
      await leaveArena(world, { arenaId, playerId }, { isRefunded: wasBefore })
    else if (isReady) await pauseDropped(world, { arenaId, playerIds: [playerId] })
}

/** Runs arenas, a round at a time, and pauses those who drop out in between. */
export type Runner = {
  /** Seats, finishes and pays what is due. What fails for one arena is logged, and stops no other. */
  round(): Promise<void>
  /** Hears of no one any more, and lets what is under way come to its end. */
  close(): Promise<void>
}

/**
 * Runs the arenas of this node's shards. All that it knows is in the database but who is present and since when they wait,
 * so another node goes on where this one stopped; what two do at once is refused to one.
 */
export const arenaRunner = (world: RunnerWorld): Runner => {
  const { clock, log, matches } = world
  const waits: Waits = new Map()
  const pausing = new Set<Promise<void>>()
  let announcedAt = Number.NEGATIVE_INFINITY
  let toldAt = Number.NEGATIVE_INFINITY

  const stopHearing = matches.onDropped((dropped) => {
    const work = pauseDropped(world, dropped)
      .catch((error: unknown) =>
        log.warn({ err: error, ...dropped }, 'players of an arena could not be paused'),
      )
      .finally(() => pausing.delete(work))
    pausing.add(work)
  })
  /** The next step goes on, unless the database is away. */
  const failed =
    (what: string, which: { arenaId?: string } = {}) =>
    (error: unknown) => {
      if (isUnavailable(error)) throw error
      log.error({ err: error, ...which, alarm: 'arena' }, what)
    }
  /** What anyone may do, since a node that died may have left it. */
  const tidy = async () => {
    for (const step of [announce, refundCanceled, payPrizes])
      await step(world).catch(failed('arenas could not be announced or paid'))
  }
  const isOwn = (arenaId: string) => matches.isHeld(shardOfArena(arenaId))
  return {
    async round() {
      await Promise.all(pausing)
      const now = clock.now()
      const around = (await readAround(world.db, now)).filter(({ id }) => isOwn(id))
      const open = around.flatMap(({ id, isOpen }) => (isOpen ? [id] : []))
      const running = await readRunning(world.db, now)
      const owned = running.filter(({ id }) => isOwn(id))
      await excludeBarred(world, { open, running: owned.map(({ id }) => id) }).catch(
        failed('those who may not play could not be kept out of arenas'),
      )
      for (const arenaId of waits.keys()) if (owned.every(({ id }) => id !== arenaId)) waits.delete(arenaId)
      for (const arena of owned)
        await runArena(world, arena, waits).catch(failed('an arena could not be run', { arenaId: arena.id }))
      if (now - toldAt >= versionEveryMs) {
        toldAt = now
        for (const id of new Set([...owned, ...around].map((one) => one.id))) await tellChange(world, id)
      }
      if (now - announcedAt < announceEveryMs) return
      announcedAt = now
      await tidy()
    },
    async close() {
      stopHearing()
      await Promise.all(pausing)
    },
  }
}
