import type { MatchHeader, MatchId } from '@minefall/shared/game'
import { matchIdSchema } from '@minefall/shared/game'
import { dealerOf } from '@minefall/shared/record'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { callOff, interrupt } from '../host/lifecycle.ts'
import { type LiveMatch, newLiveMatch, peopleOf } from '../host/live-match.ts'
import { assumePresent } from '../host/presence.ts'
import { extend } from '../host/record.ts'
import { schedule } from '../host/schedule.ts'
import { compensate } from '../host/turn-clock.ts'
import type { Origin } from '../journal/fairness-log.ts'
import { eventsIn, parseRow, readRowsOf, type StoredRow } from '../journal/rows.ts'
import { isOnOffer } from '../lobby/on-offer.ts'
import { unsealSecret } from '../secrets.ts'
import type { Shard } from '../shards/shards.ts'
import { adopt, type World } from '../world.ts'
import { type Holders, invitedBy, readHolders } from './invited.ts'
import { headerColumns, headerOf } from './past.ts'
import { quarantine } from './quarantine.ts'
import { seatAgain, setAside } from './set-aside.ts'

const foundSchema = z.object({ id: matchIdSchema })
const idSchema = z.object({ id: matchIdSchema, shard: z.int(), ended_at: z.date().nullable() })
const extrasSchema = z.object({
  key_id: z.string(),
  sealed: z.instanceof(Uint8Array),
  document: z.string(),
  host: z.string().nullable(),
  arena_id: z.string().nullable(),
  player_ids: z.array(z.string()).nullable(),
})
const openedSchema = z.object({
  open: z.boolean(),
  rematchOf: z.nullable(matchIdSchema),
  invited: z
    .object({ from: matchIdSchema, seats: z.array(z.int()) })
    .nullable()
    .default(null),
})

type Stored = {
  header: MatchHeader
  shard: Shard
  keyId: string
  sealed: Uint8Array
  origin: Origin
  /** Whom an arena seats there; null at all other matches. */
  arena: { arenaId: string; invited: ReadonlySet<string> } | null
  endedAt: number | null
}

/** How this node came to the shards whose matches it takes up. */
export type Comeback =
  /** No one looked after them since their owner was last known to live, null when that is not known. */
  | { kind: 'taken'; livedAt: (shard: Shard) => number | null; wereApart: boolean }
  /** Their owner stopped them then, to hand them over. */
  | { kind: 'given'; stoppedAt: number }

/**
 * Which matches of these shards have not ended, or not long ago. What belongs to them is asked for by these ids: joined,
 * everything ever played is read.
 */
const readIds = async (sql: Sql, shards: readonly Shard[], endedAfter: number): Promise<MatchId[]> => {
  const { rows } = await sql.query(
    `select id from match where shard = any ($1::int[]) and phase in ('gathering', 'locking', 'playing')
     union all select id from match where shard = any ($1::int[]) and ended_at > $2::timestamptz
     order by id`,
    [shards.map(({ number }) => number), new Date(endedAfter)],
  )
  return rows.map((row) => foundSchema.parse(row).id)
}

const readStored = async (sql: Sql, matchIds: readonly MatchId[]): Promise<readonly unknown[]> => {
  const { rows } = await sql.query(
    `select ${headerColumns}, m.shard, m.host, m.ended_at, s.key_id, s.sealed, o.document, am.arena_id, am.player_ids
     from match m join match_secret s on s.match_id = m.id left join arena_match am on am.match_id = m.id
     join fairness_log o on o.match_id = m.id and o.kind = 'opened'
     where m.id = any ($1::text[]) order by m.id`,
    [matchIds],
  )
  return rows
}

const storedOf = (shard: Shard, endedAt: number | null, row: unknown): Stored => {
  const { key_id, sealed, document, host, arena_id, player_ids } = extrasSchema.parse(row)
  return {
    header: headerOf(row),
    shard,
    keyId: key_id,
    sealed,
    origin: { ...openedSchema.parse(JSON.parse(document)), host },
    arena: arena_id === null ? null : { arenaId: arena_id, invited: new Set(player_ids) },
    endedAt,
  }
}

const fold = (match: LiveMatch, rows: readonly StoredRow[]): unknown => {
  for (const stored of rows) {
    try {
      extend(match.record, parseRow(stored))
    } catch (error) {
      const last = rows.at(-1)
      const count = Array.isArray(last?.events) ? last.events.length : 1
      match.record.committed = (last?.seq ?? 1) + count - 1
      return error
    }
  }
  return null
}

/** Whether a match gathers on terms that its table does not offer any more: no one was there to call it off. */
const isOffOffer = (world: World, match: LiveMatch): boolean =>
  match.record.state.phase === 'gathering' && !isOnOffer(world, match)

/**
 * Goes on with one match that was handed over, or was to be: it was paused for a moment, and its players were there all
 * along.
 */
export const continueHandedOver = async (
  world: World,
  match: LiveMatch,
  stoppedAt: number,
): Promise<void> => {
  const { clock, settings } = world
  const now = clock.now()
  if (isOffOffer(world, match)) {
    await callOff(world, match)
    return
  }
  match.noExpiryBefore = Math.max(match.noExpiryBefore, now + settings.handOverGraceMs)
  schedule(world, match)
  if (now - stoppedAt >= settings.handOverSlowMs && isPersonsTurn(match))
    await compensate(world, match, now - stoppedAt, 'restart')
}

/** A practice opponent thinks again and needs nothing back. */
const isPersonsTurn = ({ record: { state } }: LiveMatch): boolean =>
  state.turn !== undefined && state.turn !== null && state.table[state.turn.seat]?.player.kind !== 'practice'

/** Goes on with one match that no one looked after since `livedAt`, or since its last event if that was later. */
const goOn = async (world: World, match: LiveMatch, livedAt: number | null): Promise<void> => {
  const now = world.clock.now()
  const { state, events } = match.record
  const lastEvent = events.at(-1)?.at ?? now
  const gap = now - Math.max(lastEvent, livedAt ?? 0)
  if (isOffOffer(world, match)) {
    await callOff(world, match)
    return
  }
  if (state.phase === 'gathering' || state.phase === 'locking') {
    match.noExpiryBefore = now + world.settings.revealMs
    schedule(world, match)
    return
  }
  if (gap > world.settings.interruptedMs) {
    await interrupt(world, match)
    return
  }
  match.noExpiryBefore = now + world.settings.restartGraceMs
  schedule(world, match)
  if (isPersonsTurn(match)) await compensate(world, match, gap, 'restart')
}

type Recovered = { match: LiveMatch; damage: unknown; events: readonly unknown[] }

/** Since when those who sit there have been waiting for practice opponents. */
const satSince = (match: LiveMatch): number | null => {
  const seats = peopleOf(match).map(({ seat }) => seat)
  const times = match.record.events.flatMap((event) =>
    event.type === 'SeatTaken' && seats.includes(event.seat) ? [event.at] : [],
  )
  return times.length > 0 ? Math.max(...times) : null
}

const recoverOne = (
  world: World,
  stored: Stored,
  rows: readonly StoredRow[],
  { holders, comeback }: { holders: Holders; comeback: Comeback },
): Recovered => {
  const { header, keyId, sealed, origin, arena } = stored
  const now = world.clock.now()
  const secret = unsealSecret(world.sealKeys.all, header.matchId, { keyId, sealed }, header.rules.sealed)
  const match = newLiveMatch(
    {
      ...{ header, shard: stored.shard, secret, origin },
      arenaId: arena?.arenaId ?? null,
      invited: arena?.invited ?? invitedBy(origin, holders),
    },
    now,
  )
  const damage = fold(match, rows)
  if (damage === null && match.record.state.phase === 'playing')
    match.dealer = dealerOf(match.record.state, secret.serverSeed)
  match.endedAt = stored.endedAt
  const wereThere = comeback.kind === 'given' || comeback.wereApart
  // They are as connected as they were, and their BFFs will tell how that is.
  if (wereThere) assumePresent(match, now)
  match.peopleSince = wereThere && peopleOf(match).length > 0 ? now : null
  if (comeback.kind === 'given') match.peopleSince = satSince(match)
  return { match, damage, events: eventsIn(rows) }
}

/** So many matches are folded at a time; what else this node does comes in between. */
const foldedAtOnce = 20

/**
 * Folds every match of these shards that is live, or ended so short a time ago that its players may agree to another,
 * and goes on with the live ones. The number of statements does not depend on how many there are. A match that can't be
 * folded is stopped alone; one whose secret can't be opened is set aside until a start that has its key. `opened` is
 * called when all are in memory, before any of them goes on.
 */
export const recover = async (
  world: World,
  shards: readonly Shard[],
  { comeback, opened }: { comeback: Comeback; opened: () => void },
): Promise<void> => {
  const byNumber = new Map(shards.map((shard) => [shard.number, shard]))
  const { keepEndedMs, rematchMs } = world.settings
  // One may be kept for players who began to agree to another at the last moment.
  const ids = await readIds(world.db, shards, world.clock.now() - keepEndedMs - rematchMs)
  const [found, rows] = await Promise.all([readStored(world.db, ids), readRowsOf(world.db, ids)])
  const unable: Promise<void>[] = []
  /** What fails for one match is that match's alone; one that is over needs nothing any more. */
  const each = <T>(id: MatchId, shard: Shard, isLive: boolean, run: () => T): T[] => {
    try {
      return [run()]
    } catch (error) {
      if (!isLive) return []
      world.log.error({ err: error, matchId: id, alarm: 'recovery' }, 'a match could not be recovered')
      unable.push(setAside(world, shard, id))
      return []
    }
  }
  const stored = found.flatMap((row) => {
    const { id, shard, ended_at } = idSchema.parse(row)
    const own = byNumber.get(shard)
    return own ? each(id, own, ended_at === null, () => storedOf(own, ended_at?.getTime() ?? null, row)) : []
  })
  const holders = await readHolders(
    world.db,
    stored.map(({ origin }) => origin),
  )
  const recovered: Recovered[] = []
  for (const [nth, one] of stored.entries()) {
    if (nth % foldedAtOnce === foldedAtOnce - 1) await new Promise((resolve) => setImmediate(resolve))
    const { matchId } = one.header
    const isLive = one.endedAt === null
    const folded = each(matchId, one.shard, isLive, () =>
      recoverOne(world, one, rows.get(matchId) ?? [], { holders, comeback }),
    )
    recovered.push(...folded.filter(({ damage }) => isLive || damage === null))
  }
  await Promise.all(unable)
  const returned = await seatAgain(
    world,
    recovered.map(({ match }) => match),
  )
  for (const { match } of recovered) adopt(world, match)
  opened()
  const live = recovered.filter(({ match }) => match.endedAt === null)
  if (live.length > 0) world.log.info({ matches: live.length }, 'live matches recovered')
  for (const { match, damage, events } of live) {
    if (damage !== null)
      world.background(match.inTurn.run(() => quarantine(world, match, damage, { events })))
    else if (comeback.kind === 'given') world.background(continueHandedOver(world, match, comeback.stoppedAt))
    else {
      // One that was set aside has been paused since its last event, no matter who was alive in the meantime.
      const livedAt = returned.has(match.id) ? null : comeback.livedAt(match.shard)
      world.background(goOn(world, match, livedAt))
    }
  }
}
