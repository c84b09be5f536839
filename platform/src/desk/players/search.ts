import { type DeskFound, foundMax, hasRight, type Staff } from '@minefall/shared/contracts/desk'
import { reportCategorySchema } from '@minefall/shared/contracts/rest'
import { assetSchema, matchIdSchema } from '@minefall/shared/game'
import { orderKindSchema } from '@minefall/shared/payments'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { findPlayers } from './find-players.ts'

const time = z.date().transform((at) => at.getTime())

/** What a text may name beside a player, and what is read as an id of 32 hex digits. */
type Named = { matchId: string | null; id: string | null; orders: string[]; report: string | null }

const namedBy = (text: string): Named => {
  const hex = text.replaceAll('-', '').toLowerCase()
  const isId = /^[0-9a-f]{32}$/.test(hex)
  const [, letter = '', left, right] = /^([DWR]?) ?(\d{5})-?(\d{4})$/i.exec(text) ?? []
  const letters = letter === '' ? ['D', 'W', 'R'] : [letter.toUpperCase()]
  const numbers = left === undefined ? [] : letters.map((one) => `${one}${left}-${right}`)
  return {
    matchId: isId ? hex : null,
    id: isId ? hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : null,
    orders: numbers.filter((number) => !number.startsWith('R')),
    report: numbers.find((number) => number.startsWith('R')) ?? null,
  }
}

const orderRow = z
  .object({
    id: z.string(),
    number: z.string(),
    kind: orderKindSchema,
    status: z.string(),
    amount: z.bigint(),
    created_at: time,
    player_id: z.string(),
    name: z.string(),
  })
  .transform(({ created_at, amount, player_id, name, ...order }) => ({
    ...order,
    amount: amount.toString(),
    createdAt: created_at,
    player: { id: player_id, nickname: name },
  }))

const findOrders = async (sql: Sql, { id, orders }: Named): Promise<DeskFound['orders']> => {
  const { rows } = await sql.query(
    `select o.id, o.number, o.kind, o.status, o.amount, o.created_at, o.player_id, p.name
     from wallet_order o join player p on p.id = o.player_id
     where o.id = $1 or o.number = any($2::text[]) order by o.created_at desc, o.id desc limit $3`,
    [id, orders, foundMax],
  )
  return orderRow.array().parse(rows)
}

const matchRow = z
  .object({
    id: matchIdSchema,
    game_id: z.string(),
    phase: z.string(),
    asset: assetSchema,
    stake: z.bigint(),
    opened_at: time,
  })
  .transform(({ id, game_id, stake, opened_at, ...match }) => ({
    ...match,
    matchId: id,
    gameId: game_id,
    stake: stake.toString(),
    openedAt: opened_at,
  }))

const findMatch = async (sql: Sql, { matchId }: Named): Promise<DeskFound['matches']> => {
  const { rows } = await sql.query(
    'select id, game_id, phase, asset, stake, opened_at from match where id = $1',
    [matchId],
  )
  return matchRow.array().parse(rows)
}

const reportRow = z
  .object({
    id: z.string(),
    number: z.string(),
    category: reportCategorySchema,
    created_at: time,
    player_id: z.string().nullable(),
    name: z.string().nullable(),
  })
  .transform(({ created_at, player_id, name, ...report }) => ({
    ...report,
    createdAt: created_at,
    player: player_id === null ? null : { id: player_id, nickname: name ?? '' },
  }))

const findReport = async (sql: Sql, { id, report }: Named): Promise<DeskFound['reports']> => {
  const { rows } = await sql.query(
    `select r.id, r.number, r.category, r.created_at, r.player_id, p.name
     from problem_report r left join player p on p.id = r.player_id
     where r.id = $1 or r.number = $2 order by r.created_at desc limit $3`,
    [id, report, foundMax],
  )
  return reportRow.array().parse(rows)
}

/** What a text of at least two characters finds of what this member of staff may read, each kind by an index. */
export const search = async (sql: Sql, { role }: Staff, text: string): Promise<DeskFound> => {
  const named = namedBy(text)
  const { players, more } = await findPlayers(sql, { text, id: named.id })
  return {
    players,
    morePlayers: more,
    orders: hasRight(role, 'orders.read') ? await findOrders(sql, named) : [],
    matches: hasRight(role, 'matches.read') ? await findMatch(sql, named) : [],
    reports: hasRight(role, 'reports') ? await findReport(sql, named) : [],
  }
}
