import {
  type Badge,
  badgeSchema,
  type OwnProfile,
  type PlayerDetails,
  type PublicProfile,
  type ShownRating,
} from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'
import { readSkill } from '../skill/index.ts'
import { isProvisional, isSettled, type Rating, shownRating } from './rate.ts'
import { ratingRow } from './rate-match.ts'

const playerRow = z.object({
  player_id: z.string(),
  id: z.string().nullable(),
  hidden: z.boolean(),
  blocked: z.boolean(),
  name: z.string(),
  avatar: z.string(),
  level: z.int(),
  matches: z.int(),
})
type Player = z.output<typeof playerRow>

/** By the id of the page, or of the account. */
const playerBy = (where: 'v.id' | 'a.player_id') => `
  select a.player_id, v.id, coalesce(v.hidden, false) as hidden,
    a.blocked_at is not null as blocked, p.name, p.avatar, a.level, coalesce(g.matches, 0) as matches
  from login_account a join player p on p.id = a.player_id
  left join public_profile v on v.player_id = a.player_id
  left join player_progress g on g.player_id = a.player_id
  where ${where} = $1`

const readPlayer = async (sql: Sql, where: 'v.id' | 'a.player_id', id: string): Promise<Player | null> =>
  playerRow.array().parse((await sql.query(playerBy(where), [id])).rows)[0] ?? null

/** So many of the latest matches are shown one by one. */
const curveMost = 100

const curveRow = z.object({ mu: z.number(), place: z.int() })

type KnownRating = Rating & { settled: boolean }

const settledRow = z.object({ settled: z.boolean() })

const readRating = async (sql: Sql, playerId: string): Promise<KnownRating | null> => {
  const { rows } = await sql.query(
    `select player_id, mu, sigma, matches, best, rated_at, ${isSettled} as settled from rating r where player_id = $1`,
    [playerId],
  )
  const [row] = rows
  return row === undefined ? null : { ...ratingRow.parse(row)[1], ...settledRow.parse(row) }
}

const viewRating = async (
  sql: Sql,
  playerId: string,
  { settled, best, matches, ...rating }: KnownRating,
  now: number,
): Promise<ShownRating> => {
  const { rows } = await sql.query(
    'select mu, place from rated_seat where player_id = $1 order by nth desc limit $2',
    [playerId, curveMost],
  )
  const latest = curveRow.array().parse(rows).reverse()
  const last = Math.max(...latest.map(({ place }) => place))
  return {
    rating: shownRating(rating),
    provisional: !settled || isProvisional(rating, now),
    best: !settled || best === null ? null : shownRating({ mu: best }),
    matches,
    curve: latest.map(shownRating),
    places: Array.from({ length: last }, (_, nth) => latest.filter(({ place }) => place === nth + 1).length),
  }
}

const playedRow = z.object({ won: z.boolean(), streak: z.boolean(), everywhere: z.boolean() })

/**
 * Whether there was a win, five of them in a row, and a match at each of today's tables with stakes. Each is looked for from
 * the first match on until it is found, as accounts may have played very many.
 */
const played = `
  select
    exists (select from counted_seat where player_id = $1 and discounted is null and won) as won,
    exists (
      select from (
        select count(*) filter (where won) over (order by ended_at, match_id rows 4 preceding) as wins
        from counted_seat where player_id = $1 and discounted is null
      ) as latest where wins = 5
    ) as streak,
    not exists (
      select from game_table t where t.is_open and not t.practice and (
        select true from counted_seat where player_id = $1 and discounted is null and game_id = t.game_id limit 1
      ) is null
    ) as everywhere`

const strongFrom = 1_750
const masterFrom = 2_000

/** All badges in the order in which they are shown, by what they are given for. */
const readBadges = async (sql: Sql, player: Player, rating: KnownRating | null): Promise<Badge[]> => {
  const { rows } = await sql.query(played, [player.player_id])
  const { won, streak, everywhere } = playedRow.parse(rows[0])
  const best = (rating?.settled && rating.best) || 0
  const earned: Record<Badge, boolean> = {
    'first-win': won,
    'five-in-a-row': streak,
    'all-tables': everywhere,
    'hundred-matches': player.matches >= 100,
    'thousand-matches': player.matches >= 1_000,
    established: best > 0,
    strong: best >= strongFrom,
    master: best >= masterFrom,
  }
  return badgeSchema.options.filter((badge) => earned[badge])
}

/** `isOwn`: a rating that is not settled is for its own account alone. */
const readDetails = async (
  sql: Sql,
  player: Player,
  { now, isOwn }: { now: number; isOwn: boolean },
): Promise<PlayerDetails> => {
  const rating = await readRating(sql, player.player_id)
  const { month, all } = await readSkill(sql, player.player_id, now)
  return {
    avatar: player.avatar,
    level: player.level,
    rating: rating && (isOwn || rating.settled) ? await viewRating(sql, player.player_id, rating, now) : null,
    accuracy: all.accuracy === null ? null : { month: month.accuracy, all: all.accuracy },
    badges: await readBadges(sql, player, rating),
  }
}

const apartRow = z.object({ apart: z.boolean() })

/** Whether one of two players has blocked the other: they see no more of each other than of one who hides. */
const areApart = async (sql: Sql, one: string, other: string): Promise<boolean> => {
  const { rows } = await sql.query('select are_apart($1, $2) as apart', [one, other])
  return apartRow.parse(rows[0]).apart
}

/** A player as everyone may see them, or as `viewer` may, an account; null where the page is no one's. */
export const readProfile = async (
  sql: Sql,
  id: string,
  now: number,
  viewer: string | null = null,
): Promise<PublicProfile | null> => {
  const player = await readPlayer(sql, 'v.id', id)
  if (!player) return null
  const isHidden =
    player.hidden || player.blocked || (viewer !== null && (await areApart(sql, viewer, player.player_id)))
  return {
    name: player.name,
    details: isHidden ? null : await readDetails(sql, player, { now, isOwn: false }),
  }
}

/** An account's own page; null where there is no such account. */
export const readOwnProfile = async (sql: Sql, playerId: string, now: number): Promise<OwnProfile | null> => {
  const player = await readPlayer(sql, 'a.player_id', playerId)
  if (!player) return null
  const { id, hidden, name } = player
  return { id, hidden, name, details: await readDetails(sql, player, { now, isOwn: true }) }
}

/** Hides an account's page and its place in lists, or shows them again. */
export const setHidden = async (sql: Sql, playerId: string, hidden: boolean): Promise<void> => {
  await sql.query(
    `insert into public_profile (player_id, hidden) values ($1, $2)
     on conflict (player_id) do update set hidden = excluded.hidden`,
    [playerId, hidden],
  )
}
