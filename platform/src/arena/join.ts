import { type ArenaPhase, mayJoin, phaseOf } from '@minefall/shared/arena'
import { bodyCode } from '@minefall/shared/contracts'
import type { ArenaStatus } from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import { countIfAllowed, type Rate, subjectOf } from '../accounts/index.ts'
import type { Sql } from '../db/index.ts'
import { isRefusal, type Refusal, refusal, tooMany } from '../http/index.ts'
import { balanceOf } from '../ledger/index.ts'
import { notifyBalance } from '../players/index.ts'
import { lockStanding, refuseBarred, refuseStake } from '../safer-play/index.ts'
import { countChange, tellChange } from './change.ts'
import { type ArenaRow, readArena, viewArena } from './read.ts'
import { hasPaid, refundStake, takeStake, waitingStake } from './stakes.ts'
import type { World } from './world.ts'

const statusRow = z.object({ nth: z.int(), status: z.enum(['ready', 'paused', 'left']) })

const readStatus = async (tx: Sql, arenaId: string, playerId: string): Promise<ArenaStatus | null> => {
  const { rows } = await tx.query(
    'select nth, status from arena_player where arena_id = $1 and player_id = $2',
    [arenaId, playerId],
  )
  return statusRow.array().parse(rows)[0] ?? null
}

const setStatus = async (
  tx: Sql,
  { arenaId, playerId, status }: { arenaId: string; playerId: string; status: ArenaStatus['status'] },
): Promise<bigint> => {
  const version = await countChange(tx, arenaId)
  await tx.query('update arena_player set status = $3, version = $4 where arena_id = $1 and player_id = $2', [
    ...[arenaId, playerId],
    ...[status, version],
  ])
  return version
}

/** Takes part in another arena that goes on at the same time. */
const isElsewhere = async (tx: Sql, arena: ArenaRow, playerId: string): Promise<boolean> => {
  const { count } = await tx.query(
    `select from arena_player p join arena a on a.id = p.arena_id
     where p.player_id = $1 and p.status <> 'left' and a.id <> $2 and a.finished_at is null and a.canceled_at is null
       and a.begins_at < $4 and a.ends_at > $3 limit 1`,
    [playerId, arena.id, arena.begins_at, arena.ends_at],
  )
  return count > 0
}

/** How often one player is let into arenas; to go on after a pause is not counted. Each time writes to the ledger, which keeps it. */
const entries: Rate = { most: 20, withinMs: 3_600_000 }

/** So many at most: the standings go over the bus as one message, which carries a million bytes. */
const playersMost = 2_000

const isFull = async (tx: Sql, arenaId: string): Promise<boolean> => {
  const { count } = await tx.query('select from arena_player where arena_id = $1 limit $2', [
    arenaId,
    playersMost,
  ])
  return count >= playersMost
}

/**
 * Whether an account that is one person with this one, as far as the house can see, takes part, or has left with a match
 * that counts or still may: its points, and their prize, stay.
 */
const isTied = async (tx: Sql, arena: ArenaRow, playerId: string): Promise<boolean> => {
  const { count } = await tx.query(
    `select from tied_to($2) t join arena_player p on p.player_id = t.player_id
     left join match m on m.id = p.latest_match left join match_uncounted u on u.match_id = m.id
     where p.arena_id = $1 and (p.status <> 'left' or p.matches > 0
       or m.phase in ('gathering', 'locking', 'playing') or (m.phase = 'settled' and u.match_id is not null)) limit 1`,
    [arena.id, playerId],
  )
  return count > 0
}

/** What a change of someone's status came to; `version` is null where nothing changed. */
type Changed = { status: ArenaStatus; version: bigint | null; moved: boolean }

const enter = async (
  tx: Sql,
  { clock, newId, settings: { barredCountries } }: Pick<World, 'clock' | 'newId' | 'settings'>,
  arena: ArenaRow,
  playerId: string,
): Promise<Changed | Refusal> => {
  const now = clock.now()
  const { id: arenaId, asset, stake } = arena
  // Alone, so that someone who joins two arenas at once is let into one.
  await lockStanding(tx, playerId)
  // One who left after the begin has paid already: they stake nothing more, as in a free one.
  const isDue = stake > 0n && !(await hasPaid(tx, arenaId, playerId))
  const asked = isDue
    ? { asset, stake: stake + (await waitingStake(tx, playerId, asset)) }
    : ({ asset: 'promo', stake: 0n } as const)
  const barred = await refuseStake(tx, { playerId, ...asked, now, barredCountries })
  if (barred) return barred
  if (await isElsewhere(tx, arena, playerId)) return refusal(bodyCode.conflict)
  if (await isTied(tx, arena, playerId)) return refusal(bodyCode.playingApart)
  // Before anything is posted: the ledger keeps what it refused, too.
  if (isDue && BigInt((await balanceOf(tx, playerId))[asset]) < stake) return refusal(bodyCode.notEnoughCoins)
  const counted = await countIfAllowed(tx, [{ subject: subjectOf('arena', playerId), rate: entries }], now)
  if ('wait' in counted) return tooMany(counted.wait)
  const at = new Date(now)
  if (isDue) {
    const posting = await takeStake(tx, arena, { id: newId(), playerId, at })
    // A seat took the coins at the same moment.
    if (!posting.ok) return refusal(bodyCode.notEnoughCoins)
  }
  const version = await countChange(tx, arenaId)
  await tx.query(
    `insert into arena_player as p (arena_id, player_id, nth, joined_at, version)
     select $1, $2, 1 + count(*), $3, $4 from arena_player where arena_id = $1
     on conflict (arena_id, player_id) do update set status = 'ready', joined_at = excluded.joined_at, version = excluded.version`,
    [arenaId, playerId, at, version],
  )
  const status = await readStatus(tx, arenaId, playerId)
  if (!status) throw new Error(`player ${playerId} did not join arena ${arenaId}`)
  return { status, version, moved: isDue }
}

type Changing = Pick<World, 'db' | 'bus' | 'clock' | 'log'>

/** Changes what someone is in an arena, and tells those who watch it. Refused: no such arena (1404). */
const change = async (
  world: Changing,
  { arenaId, playerId }: { arenaId: string; playerId: string },
  decide: (
    tx: Sql,
    arena: ArenaRow,
    known: { phase: ArenaPhase; status: ArenaStatus | null },
  ) => Promise<Changed | Refusal>,
): Promise<ArenaStatus | Refusal> => {
  const changed = await world.db.transaction(async (tx): Promise<Changed | Refusal> => {
    const arena = await readArena(tx, arenaId, true)
    if (!arena) return refusal(bodyCode.notFound)
    const phase = phaseOf(viewArena(arena), world.clock.now())
    return decide(tx, arena, { phase, status: await readStatus(tx, arenaId, playerId) })
  })
  if (isRefusal(changed)) return changed
  const { status, version, moved } = changed
  if (moved) await notifyBalance(world, playerId)
  if (version !== null) await tellChange(world, arenaId, version)
  return status
}

type Asked = { arenaId: string; playerId: string }

/**
 * Has an account join an arena, paying its stake, or go on after a pause, unless it is barred from play; one that takes part
 * already stays as it is.
 * Refused: no such arena (1404), not open or too late (1303), full (1304), another arena at the same time (1409), a tied
 * account there (1312), more than twenty times an hour (1429), too few coins (1306), and as a stake.
 */
export const joinArena = (world: World, asked: Asked): Promise<ArenaStatus | Refusal> =>
  change(world, asked, async (tx, arena, { phase, status }) => {
    const isIn = status !== null && status.status !== 'left'
    if (status?.status === 'ready') return { status, version: null, moved: false }
    if (isIn) {
      if (phase !== 'open' && phase !== 'running') return refusal(bodyCode.wrongPhase)
      const { clock, settings } = world
      const barred = await refuseBarred(tx, { ...settings, playerId: asked.playerId, now: clock.now() })
      if (barred) return barred
      const version = await setStatus(tx, { ...asked, status: 'ready' })
      return { status: { ...status, status: 'ready' }, version, moved: false }
    }
    if (!mayJoin(viewArena(arena), world.clock.now())) return refusal(bodyCode.wrongPhase)
    if (status === null && (await isFull(tx, arena.id))) return refusal(bodyCode.tableFull)
    return enter(tx, world, arena, asked.playerId)
  })

/** Seats a player at no more matches until they join again. Refused: they take no part (1404). */
export const pauseInArena = (world: World, asked: Asked): Promise<ArenaStatus | Refusal> =>
  change(world, asked, async (tx, _arena, { status }) => {
    if (!status) return refusal(bodyCode.notFound)
    if (status.status !== 'ready') return { status, version: null, moved: false }
    const version = await setStatus(tx, { ...asked, status: 'paused' })
    return { status: { ...status, status: 'paused' }, version, moved: false }
  })

/**
 * Takes a player out of an arena. Before it begins, and with `isRefunded`, their stake is paid back; else it stays in the pot, and
 * their points stay. Refused: they take no part (1404), it is over (1303).
 */
export const leaveArena = (
  world: Changing,
  asked: Asked,
  { isRefunded = false }: { isRefunded?: boolean } = {},
): Promise<ArenaStatus | Refusal> =>
  change(world, asked, async (tx, arena, { phase, status }) => {
    if (!status) return refusal(bodyCode.notFound)
    if (status.status === 'left') return { status, version: null, moved: false }
    if (phase === 'ending' || phase === 'finished' || phase === 'canceled')
      return refusal(bodyCode.wrongPhase)
    const moved =
      (phase === 'open' || isRefunded) &&
      (await refundStake(tx, arena, { playerId: asked.playerId, now: world.clock.now() }))
    const version = await setStatus(tx, { ...asked, status: 'left' })
    return { status: { ...status, status: 'left' }, version, moved }
  })

const barredRow = z
  .object({ arena_id: z.string(), player_id: z.string(), is_ready: z.boolean(), was_before: z.boolean() })
  .transform(({ arena_id, player_id, is_ready, was_before }) => ({
    ...{ arenaId: arena_id, playerId: player_id },
    ...{ isReady: is_ready, wasBefore: was_before },
  }))

/**
 * Who takes part in these arenas and may not play any more, as on a break. `wasBefore` are those whose break or block began
 * before the arena did, and who have played no match of it and sit at none: clocks of nodes differ a little.
 */
export const readBarred = async (
  { db, clock, settings }: Pick<World, 'db' | 'clock' | 'settings'>,
  arenaIds: readonly string[],
): Promise<z.output<typeof barredRow>[]> => {
  const { rows } = await db.query(
    `with those as (
       select p.arena_id, p.player_id, p.status = 'ready' as is_ready, p.matches, p.latest_match, a.blocked_at, r.begins_at
       from arena_player p join login_account a on a.player_id = p.player_id join arena r on r.id = p.arena_id
       where p.arena_id = any ($1::uuid[]) and p.status <> 'left'
     )
     select arena_id, player_id, is_ready, matches = 0
       and not exists (select from match m where m.id = latest_match
         and (m.started_at is not null or m.phase in ('gathering', 'locking')))
       and (coalesce(blocked_at < begins_at, false) or exists (
         select from play_break b where b.player_id = those.player_id and b.began_at < begins_at
           and (b.ends_at is null or b.ends_at > $2))) as was_before
     from those where blocked_at is not null
       or player_id in (select b.player_id from those_barred(array(select player_id from those), $2, $3) b)`,
    [arenaIds, new Date(clock.now()), settings.barredCountries],
  )
  return barredRow.array().parse(rows)
}
