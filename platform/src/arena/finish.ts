import { arenaTimes, prizesOf, ranked } from '@minefall/shared/arena'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'
import { giveBonus, post, rakeParty } from '../ledger/index.ts'
import { notifyBalance } from '../players/index.ts'
import { countChange, tellChange } from './change.ts'
import { type ArenaRow, potOf, readArena } from './read.ts'
import { arenaAccount, noteReturn, refundStake } from './stakes.ts'
import type { World } from './world.ts'

/** Clocks of nodes differ a little: a match that goes on is given up so long after the time for it, in milliseconds. */
const graceMs = 5_000

/** Whether matches of an arena that may still count go on, or are over and wait to be counted. */
const isUndecided = async (tx: Sql, { id, ends_at }: ArenaRow, now: number): Promise<boolean> => {
  const limit = ends_at.getTime() + arenaTimes.overtimeMs
  const { count } = await tx.query(
    `select from arena_match am join match m on m.id = am.match_id left join match_uncounted u on u.match_id = m.id
     where am.arena_id = $1 and (
       ($2 and m.phase in ('gathering', 'locking', 'playing'))
       or (u.match_id is not null and m.phase = 'settled' and m.ended_at <= $3)) limit 1`,
    [id, now < limit + graceMs, new Date(limit)],
  )
  return count > 0
}

const standingRow = z
  .object({ player_id: z.string(), points: z.int(), matches: z.int(), last_point_at: z.date().nullable() })
  .transform(({ player_id, last_point_at, ...rest }) => ({
    ...rest,
    playerId: player_id,
    lastPointAt: last_point_at?.getTime() ?? null,
  }))

/** Writes who won what: all of the pot goes to those with points. */
const writePrizes = async (tx: Sql, arena: ArenaRow): Promise<void> => {
  const { rows } = await tx.query(
    `select player_id, points, matches, last_point_at from arena_player where arena_id = $1 and points > 0 order by nth`,
    [arena.id],
  )
  const places = ranked(standingRow.array().parse(rows))
  const amounts = prizesOf(
    potOf(arena).pot,
    places.map(({ place }) => place),
  )
  const won = places.flatMap(({ place, standing: { playerId } }, nth) => {
    const amount = amounts[nth] ?? 0n
    return amount > 0n ? [{ playerId, place, amount }] : []
  })
  await tx.query(
    `insert into arena_prize (arena_id, player_id, place, amount)
     select $1, player_id, place, amount from unnest($2::uuid[], $3::int[], $4::bigint[]) as won (player_id, place, amount)`,
    [
      arena.id,
      won.map(({ playerId }) => playerId),
      won.map(({ place }) => place),
      won.map(({ amount }) => amount),
    ],
  )
}

/** Matches that are not counted by now never are. */
const leaveOut = async (tx: Sql, arenaId: string): Promise<void> => {
  await tx.query(
    `update arena_match am set late = true
     where am.arena_id = $1 and not exists (select from arena_seat s where s.match_id = am.match_id)`,
    [arenaId],
  )
}

const takeRake = async (tx: Sql, arena: ArenaRow): Promise<void> => {
  const { rake } = potOf(arena)
  if (rake === 0n) return
  const { asset, id } = arena
  const posting = await post(tx, {
    kind: 'arena-rake',
    idempotency: { scope: 'arena-rake', key: id },
    ref: { type: 'arena', id, step: 'rake' },
    actor: 'platform',
    entries: [
      { account: arenaAccount(arena), amount: -rake },
      { account: { ...rakeParty, asset }, amount: rake },
    ],
  })
  if (!posting.ok) throw new Error(`the rake of arena ${id} could not be taken: ${posting.reason}`)
}

/**
 * Makes the standings of an arena final once nothing more can count: writes the prizes, which are paid from then on, and
 * takes the rake. Where no one has points it is canceled, and stakes are paid back. Answers whether it is over.
 */
export const finishArena = async (
  world: Pick<World, 'db' | 'bus' | 'log' | 'clock'>,
  arenaId: string,
): Promise<boolean> => {
  const version = await world.db.transaction(async (tx): Promise<bigint | null> => {
    const arena = await readArena(tx, arenaId, true)
    const now = world.clock.now()
    if (!arena || arena.finished_at || arena.canceled_at || now < arena.ends_at.getTime()) return null
    if (await isUndecided(tx, arena, now)) return null
    const at = new Date(now)
    await leaveOut(tx, arenaId)
    if (arena.scored === 0) await tx.query('update arena set canceled_at = $2 where id = $1', [arenaId, at])
    else {
      await writePrizes(tx, arena)
      await takeRake(tx, arena)
      await tx.query('update arena set finished_at = $2 where id = $1', [arenaId, at])
    }
    return countChange(tx, arenaId)
  })
  if (version === null) return false
  await tellChange(world, arenaId, version)
  return true
}

const prizeRow = z.object({
  arena_id: z.string(),
  player_id: z.string(),
  place: z.int(),
  amount: z.bigint(),
  asset: z.enum(['coin', 'promo']),
  stake: z.bigint(),
  paid_at: z.date().nullable(),
})

/** Posts one prize: out of the arena's stakes, or given by the house. */
const postPrize = async (tx: Sql, prize: z.output<typeof prizeRow>): Promise<string> => {
  const { arena_id: id, player_id: playerId, place, amount, asset, stake, paid_at } = prize
  const transfer = {
    kind: 'arena-prize',
    idempotency: { scope: `arena-prize/${id}`, key: playerId },
    ref: { type: 'arena-prize', id, step: playerId },
    actor: 'platform',
  }
  const account = { kind: 'player', owner: playerId, asset } as const
  const posting =
    stake === 0n
      ? await giveBonus(tx, { ...transfer, source: 'arenas', playerId, amount })
      : await post(tx, {
          ...transfer,
          entries: [
            { account: arenaAccount({ id, asset }), amount: -amount },
            { account, amount },
          ],
        })
  if (!posting.ok) throw new Error(`place ${place} of arena ${id} could not be paid: ${posting.reason}`)
  // A prize counts in the day that the stake counted in.
  if (paid_at) await noteReturn(tx, { playerId, at: paid_at, asset, amount })
  return posting.transferId
}

type Owed = { arena_id: string; player_id: string }

/**
 * Pays each who is owed something in a separate transaction, and tells them what they have. A step answers whether it paid:
 * another node may have been quicker. What can't be paid to one stops no other; it is thrown in the end, and stays owed.
 */
const payEach = async <T extends Owed>(
  world: Pick<World, 'db' | 'bus' | 'log'>,
  owed: readonly T[],
  step: (tx: Sql, one: T) => Promise<boolean>,
): Promise<void> => {
  const failures: unknown[] = []
  for (const one of owed)
    try {
      if (await world.db.transaction((tx) => step(tx, one))) await notifyBalance(world, one.player_id)
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw new AggregateError(failures, 'some of what arenas owe could not be paid')
}

const owedPrize = z.object({ arena_id: z.string(), player_id: z.string() })

/** Pays the prizes that are not paid yet, each once. Throws an `AggregateError` of those that can't be paid. */
export const payPrizes = async (world: Pick<World, 'db' | 'bus' | 'log'>): Promise<void> => {
  const { rows: owed } = await world.db.query(
    'select arena_id, player_id from arena_prize where transfer_id is null order by arena_id, place, player_id',
  )
  await payEach(world, owedPrize.array().parse(owed), async (tx, { arena_id, player_id }) => {
    const { rows } = await tx.query(
      `select p.arena_id, p.player_id, p.place, p.amount, a.asset, a.stake, s.at as paid_at
       from arena_prize p join arena a on a.id = p.arena_id
       left join arena_stake s on s.arena_id = p.arena_id and s.player_id = p.player_id and s.refunded_at is null
       where p.arena_id = $1 and p.player_id = $2 and p.transfer_id is null for update of p skip locked`,
      [arena_id, player_id],
    )
    const prize = prizeRow.array().parse(rows)[0]
    if (!prize) return false
    const transferId = await postPrize(tx, prize)
    await tx.query('update arena_prize set transfer_id = $3 where arena_id = $1 and player_id = $2', [
      ...[arena_id, player_id],
      transferId,
    ])
    return true
  })
}

const owedStake = z.object({ arena_id: z.string(), player_id: z.string(), asset: z.enum(['coin', 'promo']) })

/** Pays the stakes of canceled arenas back, each once. Throws an `AggregateError` of those that can't be paid. */
export const refundCanceled = async (world: Pick<World, 'db' | 'bus' | 'log' | 'clock'>): Promise<void> => {
  const { rows } = await world.db.query(
    // Looked up arena by arena: all stakes that were played for are not paid back either.
    `select s.arena_id, s.player_id, a.asset from arena a cross join lateral (
       select * from arena_stake s where s.arena_id = a.id and s.refunded_at is null offset 0) s
     where a.canceled_at is not null order by s.arena_id, s.player_id`,
  )
  await payEach(world, owedStake.array().parse(rows), (tx, { arena_id: id, player_id: playerId, asset }) =>
    refundStake(tx, { id, asset }, { playerId, now: world.clock.now() }),
  )
}

/**
 * Cancels an arena that is not over, in the caller's transaction: its stakes are paid back from then on, its matches count for
 * nothing. Answers the version to tell; null where it is over or there is none.
 */
export const cancelArena = async (tx: Sql, arenaId: string, now: number): Promise<bigint | null> => {
  const arena = await readArena(tx, arenaId, true)
  if (!arena || arena.finished_at || arena.canceled_at) return null
  await leaveOut(tx, arenaId)
  await tx.query('update arena set canceled_at = $2 where id = $1', [arenaId, new Date(now)])
  return countChange(tx, arenaId)
}
