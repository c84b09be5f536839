import { bodyCode } from '@minefall/shared/contracts'
import { type Followed, type Follows, followsMost } from '@minefall/shared/contracts/rest'
import { matchIdSchema } from '@minefall/shared/game'
import { z } from 'zod'
import { countIfAllowed, type Rate, subjectOf } from '../accounts/index.ts'
import type { Sql } from '../db/index.ts'
import { type Refusal, refusal, tooMany } from '../http/index.ts'
import { onBreak, type World } from './world.ts'

/** How often someone may follow, block or undo either. */
const changes: Rate = { most: 120, withinMs: 3_600_000 }

/** A player as others name them: by the id of their page. */
type Named = { playerId: string; id: string }

const targetRow = z.object({ player_id: z.string(), hidden: z.boolean(), apart: z.boolean() })

/**
 * The account behind a page, also hidden while staff block it, and how it stands to the caller; null where there is none, or
 * it is the caller's own.
 */
const readTarget = async (sql: Sql, { playerId, id }: Named) => {
  const { rows } = await sql.query(
    `select v.player_id, v.hidden or a.blocked_at is not null as hidden, are_apart(v.player_id, $1) as apart
     from public_profile v join login_account a on a.player_id = v.player_id where v.id = $2 and v.player_id <> $1`,
    [playerId, id],
  )
  return targetRow.optional().parse(rows[0]) ?? null
}

/**
 * Makes a change that is counted, with both accounts locked: two at once never both take the last place, and no one comes to
 * follow whom a block keeps them from. Locked in one order, so that two who name each other never deadlock.
 */
const change = async (
  { db, clock }: World,
  { playerId, id }: Named,
  make: (tx: Sql, at: Date) => Promise<Refusal | null>,
): Promise<Refusal | null> =>
  db.transaction(async (tx) => {
    await tx.query(
      `select from login_account where player_id in ($1, (select player_id from public_profile where id = $2))
       order by player_id for no key update`,
      [playerId, id],
    )
    const now = clock.now()
    const counted = await countIfAllowed(tx, [{ subject: subjectOf('follow', playerId), rate: changes }], now)
    return 'wait' in counted ? tooMany(counted.wait) : make(tx, new Date(now))
  })

const isFull = async (tx: Sql, table: 'follow' | 'player_block', playerId: string): Promise<boolean> => {
  const { count } = await tx.query(`select from ${table} where player_id = $1 limit $2`, [
    playerId,
    followsMost,
  ])
  return count >= followsMost
}

/** 1404 for a page that is no one's, one's own or hidden, and where one has blocked the other; 1605 for one too many. */
export const follow = (world: World, named: Named): Promise<Refusal | null> =>
  change(world, named, async (tx, at) => {
    const target = await readTarget(tx, named)
    if (!target || target.hidden || target.apart) return refusal(bodyCode.notFound)
    if (await isFull(tx, 'follow', named.playerId)) return refusal(bodyCode.tooManyOrders)
    await tx.query(
      'insert into follow (player_id, followed_id, at) values ($1, $2, $3) on conflict do nothing',
      [named.playerId, target.player_id, at],
    )
    return null
  })

export const unfollow = (world: World, named: Named): Promise<Refusal | null> =>
  change(world, named, async (tx) => {
    await tx.query(
      'delete from follow where player_id = $1 and followed_id = (select player_id from public_profile where id = $2)',
      [named.playerId, named.id],
    )
    return null
  })

/** Neither follows the other any more. 1404 for a page that is no one's or one's own, 1605 for one too many. */
export const block = (world: World, named: Named): Promise<Refusal | null> =>
  change(world, named, async (tx, at) => {
    const target = await readTarget(tx, named)
    if (!target) return refusal(bodyCode.notFound)
    if (await isFull(tx, 'player_block', named.playerId)) return refusal(bodyCode.tooManyOrders)
    const pair = [named.playerId, target.player_id]
    await tx.query(
      `delete from follow where (player_id = $1 and followed_id = $2) or (player_id = $2 and followed_id = $1)`,
      pair,
    )
    await tx.query(
      'insert into player_block (player_id, blocked_id, at) values ($1, $2, $3) on conflict do nothing',
      [...pair, at],
    )
    return null
  })

export const unblock = (world: World, named: Named): Promise<Refusal | null> =>
  change(world, named, async (tx) => {
    await tx.query(
      `delete from player_block where player_id = $1
         and blocked_id = (select player_id from public_profile where id = $2)`,
      [named.playerId, named.id],
    )
    return null
  })

/** Whether those who follow an account see that it is here. */
export const setShowsHere = async (sql: Sql, playerId: string, shown: boolean): Promise<void> => {
  await sql.query(
    `insert into public_profile (player_id, shows_here) values ($1, $2)
     on conflict (player_id) do update set shows_here = excluded.shows_here`,
    [playerId, shown],
  )
}

const followedRow = z.object({
  player_id: z.string(),
  id: z.string(),
  name: z.string(),
  avatar: z.string(),
  shows_here: z.boolean(),
  match_id: z.nullable(matchIdSchema),
  game_id: z.string().nullable(),
})

/**
 * Whom $1 follows at $2, also those who hide: they can be unfollowed. Those who show it with the match they play, a public
 * one, as its link would give a private one away.
 */
const followed = `
  select f.followed_id as player_id, v.id, p.name, p.avatar, shown.here as shows_here, m.id as match_id, m.game_id
  from follow f
  join public_profile v on v.player_id = f.followed_id
  cross join lateral (select v.shows_here and not v.hidden and not ${onBreak('f.followed_id', '$2')} as here) shown
  join player p on p.id = f.followed_id
  left join seated s on s.player_id = f.followed_id and shown.here
  left join match m on m.id = s.match_id and m.phase = 'playing' and not m.private
  where f.player_id = $1`

const blocked = `
  select v.id, p.name, p.avatar from player_block b
  join public_profile v on v.player_id = b.blocked_id join player p on p.id = b.blocked_id
  where b.player_id = $1 order by b.at desc`

const blockedRow = z.object({ id: z.string(), name: z.string(), avatar: z.string() })
const ownRow = z.object({ id: z.string(), shows_here: z.boolean() })

/** Whom an account follows, those who are here first, and whom it has blocked. */
export const readFollows = async ({ db, clock, here }: World, playerId: string): Promise<Follows> => {
  const { rows: read } = await db.query(followed, [playerId, new Date(clock.now())])
  const rows = followedRow.array().parse(read)
  const own = await db.query('select id, shows_here from public_profile where player_id = $1', [playerId])
  const { id: ownId = null, shows_here: shown = false } = ownRow.optional().parse(own.rows[0]) ?? {}
  const isHere = await here.of(rows.filter((row) => row.shows_here).map((row) => row.player_id))
  const follows = rows.map(
    ({ player_id, id, name, avatar, match_id, game_id }): Followed => ({
      ...{ id, name, avatar, here: isHere.has(player_id) },
      match: match_id !== null && game_id !== null ? { matchId: match_id, gameId: game_id } : null,
    }),
  )
  const order = ({ here, match }: Followed) => (match ? 0 : here ? 1 : 2)
  return {
    id: ownId,
    shown,
    follows: follows.sort((one, other) => order(one) - order(other) || one.name.localeCompare(other.name)),
    blocked: blockedRow.array().parse((await db.query(blocked, [playerId])).rows),
  }
}
