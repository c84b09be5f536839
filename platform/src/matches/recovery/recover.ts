import type { MatchHeader, MatchId } from '@minefall/shared/game'
import { matchIdSchema } from '@minefall/shared/game'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { callOff, dealerOf, interrupt } from '../host/lifecycle.ts'
import { type LiveMatch, newLiveMatch } from '../host/live-match.ts'
import { extend, isOver, newRecord } from '../host/record.ts'
import { schedule } from '../host/schedule.ts'
import { compensate } from '../host/turn-clock.ts'
import type { Origin } from '../journal/fairness-log.ts'
import { parseRow, readRowsOf, type StoredRow } from '../journal/rows.ts'
import { isOnOffer } from '../lobby/on-offer.ts'
import { unsealSecret } from '../secrets.ts'
import type { Shard } from '../shards/shards.ts'
import { adopt, shardNumbered, type World } from '../world.ts'
import { type Holders, invitedBy, readHolders } from './invited.ts'
import { headerColumns, headerOf } from './past.ts'
import { quarantine } from './quarantine.ts'
import { seatAgain, setAside } from './set-aside.ts'

const liveSchema = z.object({ id: matchIdSchema })
const idSchema = z.object({ id: matchIdSchema, shard: z.int() })
const extrasSchema = z.object({
  key_id: z.string(),
  sealed: z.instanceof(Uint8Array),
  document: z.string(),
  host: z.string().nullable(),
})
const openedSchema = z.object({
  open: z.boolean(),
  rematchOf: z.nullable(matchIdSchema),
  invited: z
    .object({ from: matchIdSchema, seats: z.array(z.int()) })
    .nullable()
    .default(null),
})

type Stored = { header: MatchHeader; shard: Shard; keyId: string; sealed: Uint8Array; origin: Origin }

/** Which matches have not ended. What belongs to them is asked for by these ids: joined, everything ever played is read. */
const readLiveIds = async (sql: Sql): Promise<MatchId[]> => {
  const { rows } = await sql.query(
    `select id from match where phase in ('gathering', 'locking', 'playing') order by id`,
  )
  return rows.map((row) => liveSchema.parse(row).id)
}

const readStored = async (sql: Sql, matchIds: readonly MatchId[]): Promise<readonly unknown[]> => {
  const { rows } = await sql.query(
    `select ${headerColumns}, m.shard, m.host, s.key_id, s.sealed, o.document
     from match m join match_secret s on s.match_id = m.id
     join fairness_log o on o.match_id = m.id and o.kind = 'opened'
     where m.id = any ($1::text[]) order by m.id`,
    [matchIds],
  )
  return rows
}

const storedOf = (shard: Shard, row: unknown): Stored => {
  const { key_id, sealed, document, host } = extrasSchema.parse(row)
  return {
    header: headerOf(row),
    shard,
    keyId: key_id,
    sealed,
    origin: { ...openedSchema.parse(JSON.parse(document)), host },
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

/** Goes on with one match; the gap is how long nobody looked after it. */
const goOn = async (world: World, match: LiveMatch, lastAlive: number | null): Promise<void> => {
  const now = world.clock.now()
  const { state, events } = match.record
  const lastEvent = events.at(-1)?.at ?? now
  const gap = now - Math.max(lastEvent, lastAlive ?? 0)
  if (state.phase === 'gathering' && !isOnOffer(world, match)) {
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
  // A practice opponent thinks anew and needs nothing back.
  const mover = state.turn && state.table[state.turn.seat]
  if (mover?.player.kind !== 'practice') await compensate(world, match, gap, 'restart')
}

type Recovered = { match: LiveMatch; damage: unknown; events: readonly unknown[] }

const recoverOne = (
  world: World,
  stored: Stored,
  rows: readonly StoredRow[],
  holders: Holders,
): Recovered => {
  const { header, keyId, sealed, origin } = stored
  const secret = unsealSecret(world.sealKeys.all, header.matchId, { keyId, sealed })
  const match = newLiveMatch(
    {
      id: header.matchId,
      shard: stored.shard,
      secret,
      practice: secret.practiceSeeds.length > 0,
      origin,
      invited: invitedBy(origin, holders),
      record: newRecord(header, origin.host !== null),
    },
    world.clock.now(),
  )
  const damage = fold(match, rows)
  const { table } = match.record.state
  if (damage === null && match.record.state.phase === 'playing')
    match.dealer = dealerOf(match.record.state, secret.serverSeed) ?? undefined
  match.peopleSince = table.some((seat) => seat?.holder !== undefined) ? world.clock.now() : null
  adopt(world, match)
  const events = rows.flatMap((row) => (Array.isArray(row.events) ? row.events : []))
  return { match, damage, events }
}

/**
 * Folds every live match from its journal, then goes on with all of them. `lastAlive` is when their owner was last
 * known to run. A match that can't be folded is stopped alone; one whose secret can't be opened is set aside until a
 * start that has its key.
 */
export const recover = async (world: World, lastAlive: number | null): Promise<void> => {
  const ids = await readLiveIds(world.db)
  const [live, rows] = await Promise.all([readStored(world.db, ids), readRowsOf(world.db, ids)])
  const unable: Promise<void>[] = []
  /** What fails for one match is that match's alone. */
  const each = <T>(id: MatchId, shard: Shard, run: () => T): T[] => {
    try {
      return [run()]
    } catch (error) {
      world.log.error({ err: error, matchId: id, alarm: 'recovery' }, 'a match could not be recovered')
      unable.push(setAside(world, shard, id))
      return []
    }
  }
  const stored = live.flatMap((row) => {
    const { id, shard } = idSchema.parse(row)
    const own = shardNumbered(world, shard)
    return each(id, own, () => storedOf(own, row))
  })
  const holders = await readHolders(
    world.db,
    stored.map(({ origin }) => origin),
  )
  const recovered = stored.flatMap((one) => {
    const { matchId } = one.header
    return each(matchId, one.shard, () => recoverOne(world, one, rows.get(matchId) ?? [], holders))
  })
  await Promise.all(unable)
  const returned = await seatAgain(
    world,
    recovered.map(({ match }) => match),
  )
  if (live.length > 0) world.log.info({ matches: recovered.length }, 'live matches recovered')
  for (const { match, damage, events } of recovered) {
    if (isOver(match.record.state)) continue
    world.background(
      damage === null
        ? // One that was set aside stood still since its last event, whoever was alive meanwhile.
          goOn(world, match, returned.has(match.id) ? null : lastAlive)
        : match.inTurn.run(() => quarantine(world, match, damage, events)),
    )
  }
}
