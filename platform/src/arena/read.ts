import type { Arena, ArenaPlayer, ArenaSeat, ArenaStandings } from '@minefall/shared/contracts/live'
import { matchIdSchema } from '@minefall/shared/game'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'

const arenaRow = z.object({
  id: z.string(),
  plan: z.string().nullable(),
  game_id: z.string(),
  asset: z.enum(['coin', 'promo']),
  stake: z.bigint(),
  rake_bps: z.int(),
  pot_each: z.bigint(),
  pot_most: z.bigint(),
  begins_at: z.date(),
  ends_at: z.date(),
  finished_at: z.date().nullable(),
  canceled_at: z.date().nullable(),
  version: z.bigint(),
  table_seats: z.int(),
  players: z.int(),
  scored: z.int(),
  staked: z.bigint(),
})

/** An arena with what the platform alone needs of it. */
export type ArenaRow = z.output<typeof arenaRow>

/** An arena by a condition on its row `a`, with its players counted. */
const selectArenas = (condition: string) => `
  select a.*, t.seats as table_seats, p.players, p.scored, s.staked
  from arena a join game_table t on t.game_id = a.game_id
  cross join lateral (
    select count(*) filter (where p.status <> 'left' or p.matches > 0)::int as players,
      count(*) filter (where p.points > 0)::int as scored
    from arena_player p where p.arena_id = a.id
  ) p
  cross join lateral (
    select coalesce(sum(s.amount), 0)::bigint as staked
    from arena_stake s where s.arena_id = a.id and s.refunded_at is null
  ) s
  where ${condition}`

/** What the house keeps of the stakes, and what is left for prizes; of a free arena all that the house gives for it. */
export const potOf = ({
  stake,
  rake_bps,
  pot_each,
  pot_most,
  scored,
  staked,
}: Pick<ArenaRow, 'stake' | 'rake_bps' | 'pot_each' | 'pot_most' | 'scored' | 'staked'>): {
  rake: bigint
  pot: bigint
} => {
  const grown = pot_each * BigInt(scored)
  if (stake === 0n) return { rake: 0n, pot: grown < pot_most ? grown : pot_most }
  const rake = (staked * BigInt(rake_bps)) / 10_000n
  return { rake, pot: staked - rake }
}

export const viewArena = (row: ArenaRow): Arena => ({
  arenaId: row.id,
  plan: row.plan,
  gameId: row.game_id,
  asset: row.asset,
  stake: String(row.stake),
  rakeBps: row.rake_bps,
  pot: String(potOf(row).pot),
  potMost: row.stake === 0n ? String(row.pot_most) : null,
  players: row.players,
  beginsAt: row.begins_at.getTime(),
  endsAt: row.ends_at.getTime(),
  finishedAt: row.finished_at?.getTime() ?? null,
  canceledAt: row.canceled_at?.getTime() ?? null,
})

/** An arena; null where there is none. `lock` holds its row for the transaction: all that changes an arena does. */
export const readArena = async (sql: Sql, arenaId: string, lock = false): Promise<ArenaRow | null> => {
  if (lock) await sql.query('select from arena where id = $1 for no key update', [arenaId])
  const { rows } = await sql.query(selectArenas('a.id = $1'), [arenaId])
  return arenaRow.array().parse(rows)[0] ?? null
}

/** The arenas that are announced or under way, the next first, and behind them as many that are over, the latest first. */
export const readArenas = async (sql: Sql, over: number): Promise<Arena[]> => {
  const ahead = await sql.query(
    `${selectArenas('a.finished_at is null and a.canceled_at is null')} order by a.begins_at, a.id`,
  )
  const past = await sql.query(
    `${selectArenas('a.finished_at is not null or a.canceled_at is not null')} order by a.ends_at desc, a.id limit $1`,
    [over],
  )
  return arenaRow
    .array()
    .parse([...ahead.rows, ...past.rows])
    .map(viewArena)
}

const playerRow = z
  .object({
    nth: z.int(),
    name: z.string(),
    avatar: z.string(),
    profile: z.string().nullable(),
    status: z.enum(['ready', 'paused', 'left']),
    points: z.int(),
    matches: z.int(),
    wins: z.int(),
    streak: z.int(),
    last_point_at: z.date().nullable(),
    match: z.nullable(matchIdSchema),
  })
  .transform(
    ({ last_point_at, ...rest }): ArenaPlayer => ({ ...rest, lastPointAt: last_point_at?.getTime() ?? null }),
  )

/** Who takes part in an arena, in the order of joining; of these alone whose rows changed after the version `since`. */
const readPlayers = async (sql: Sql, arenaId: string, since: number | null): Promise<ArenaPlayer[]> => {
  const { rows } = await sql.query(
    `select p.nth, pl.name, pl.avatar, v.id as profile, p.status, p.points, p.matches, p.wins, p.streak, p.last_point_at,
       case when m.phase in ('gathering', 'locking', 'playing') then m.id end as match
     from arena_player p join player pl on pl.id = p.player_id
     left join public_profile v on v.player_id = p.player_id and not v.hidden
     left join match m on m.id = p.latest_match
     where p.arena_id = $1 and ($2::bigint is null or p.version > $2) order by p.nth`,
    [arenaId, since],
  )
  return playerRow.array().parse(rows)
}

/** The standings of an arena, or what changed in them after the version `since`; null where there is no such arena. */
export const readStandings = async (
  sql: Sql,
  arenaId: string,
  since: number | null = null,
): Promise<ArenaStandings | null> => {
  const row = await readArena(sql, arenaId)
  if (!row) return null
  // A player who changes in between shows so a moment early, and again with the change itself.
  return {
    arena: viewArena(row),
    version: Number(row.version),
    players: await readPlayers(sql, arenaId, since),
  }
}

const ownRow = z.object({
  nth: z.int(),
  match_id: z.nullable(matchIdSchema),
  game_id: z.string().nullable(),
  server_commit: z.string().nullable(),
  server_chain: z.string().nullable(),
  seats: z.int().nullable(),
})

/** What someone is known by in an arena, and the match that they are to sit down at; null for those who have not joined. */
export const readOwn = async (
  sql: Sql,
  arenaId: string,
  playerId: string,
): Promise<{ nth: number; seat: ArenaSeat | null } | null> => {
  if (!z.uuid().safeParse(playerId).success) return null
  const { rows } = await sql.query(
    `select p.nth, m.id as match_id, m.game_id, m.server_commit, m.server_chain, m.seats
     from arena_player p left join match m on m.id = p.latest_match and m.phase = 'gathering'
       and not exists (select from seated s where s.player_id = p.player_id)
     where p.arena_id = $1 and p.player_id = $2`,
    [arenaId, playerId],
  )
  const own = ownRow.array().parse(rows)[0]
  if (!own) return null
  const { nth, match_id: matchId, game_id: gameId, server_commit, server_chain, seats } = own
  if (matchId === null || gameId === null || server_commit === null || seats === null)
    return { nth, seat: null }
  const chain = server_chain === null ? {} : { serverChain: server_chain }
  return { nth, seat: { arenaId, matchId, gameId, seats, serverCommit: server_commit, ...chain } }
}
