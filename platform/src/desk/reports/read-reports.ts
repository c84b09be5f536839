import { bodyCode } from '@minefall/shared/contracts'
import {
  type DeskReport,
  type DeskReportDetail,
  type deskReportsQuerySchema,
  matchPhases,
} from '@minefall/shared/contracts/desk'
import { reportCategorySchema, reportConnectionSchema } from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { type Refusal, refusal } from '../../http/index.ts'
import { readPlayers } from '../accounts/players.ts'

/** Where a page of reports goes on: when its last one came, or was closed, and its id. Milliseconds since 1970. */
export const reportPlaceSchema = z.tuple([z.int().min(0).max(8.64e15), z.uuid()])
export type ReportPlace = z.infer<typeof reportPlaceSchema>

export type ReportQuery = Omit<z.infer<typeof deskReportsQuerySchema>, 'cursor'> & {
  from?: ReportPlace | undefined
}

const rowSchema = z.object({
  id: z.string(),
  number: z.string(),
  player_id: z.string().nullable(),
  category: reportCategorySchema,
  body: z.string(),
  match_id: z.string().nullable(),
  game_id: z.string().nullable(),
  created_at: z.date(),
  staff_id: z.string().nullable(),
  name: z.string().nullable(),
  note: z.string().nullable(),
  closed_at: z.date().nullable(),
})
type Row = z.infer<typeof rowSchema>

const columns = 'r.*, c.staff_id, c.note, c.at as closed_at, s.name'
const tables = `problem_report r left join problem_report_closed c on c.report_id = r.id
  left join staff s on s.id = c.staff_id`

/** Characters of a text that a list shows. */
const shownOfText = 160

const closedOf = ({ staff_id, name, note, closed_at }: Row): DeskReport['closed'] =>
  staff_id !== null && closed_at !== null && note !== null
    ? { at: closed_at.getTime(), staffId: staff_id, name: name ?? '', note }
    : null

const viewReports = async (sql: Sql, stored: readonly unknown[]): Promise<DeskReport[]> => {
  const rows = rowSchema.array().parse(stored)
  const player = await readPlayers(
    sql,
    rows.flatMap(({ player_id }) => player_id ?? []),
  )
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    at: row.created_at.getTime(),
    category: row.category,
    player: row.player_id === null ? null : player(row.player_id),
    excerpt: [...row.body].slice(0, shownOfText).join(''),
    matchId: row.match_id,
    gameId: row.game_id,
    closed: closedOf(row),
  }))
}

/** Open reports, the oldest first; or closed ones, the newest first. */
export const readReports = async (
  sql: Sql,
  { status, category, playerId, from, limit }: ReportQuery,
): Promise<{ reports: DeskReport[]; next: ReportPlace | null }> => {
  const [is, order, beyond, at] =
    status === 'open' ? ['is null', 'asc', '>', 'r.created_at'] : ['is not null', 'desc', '<', 'c.at']
  const { rows } = await sql.query(
    // Times are given in whole milliseconds, so that is what a page goes on by.
    `select ${columns} from ${tables}
     where c.report_id ${is} and ($1::text is null or r.category = $1) and ($2::uuid is null or r.player_id = $2)
       and ($3::timestamptz is null or (date_trunc('milliseconds', ${at}), r.id) ${beyond} ($3, $4::uuid))
     order by date_trunc('milliseconds', ${at}) ${order}, r.id ${order} limit $5`,
    [category ?? null, playerId ?? null, from ? new Date(from[0]) : null, from?.[1] ?? null, limit + 1],
  )
  const reports = await viewReports(sql, rows.slice(0, limit))
  const last = reports.at(-1)
  if (rows.length <= limit || !last) return { reports, next: null }
  return { reports, next: [last.closed?.at ?? last.at, last.id] }
}

const restSchema = z.object({
  body: z.string(),
  page: z.string(),
  connection: reportConnectionSchema.nullable().catch(null),
  user_agent: z.string(),
  release: z.string().nullable(),
  phase: z.enum(matchPhases).nullable(),
})

/** A report whole, with the match that it names where there is one. */
export const readReport = async (sql: Sql, id: string): Promise<DeskReportDetail | Refusal> => {
  const { rows } = await sql.query(
    `select ${columns}, m.phase from ${tables} left join match m on m.id = r.match_id where r.id = $1`,
    [id],
  )
  const [report] = await viewReports(sql, rows)
  if (!report) return refusal(bodyCode.notFound)
  const { body, page, connection, user_agent, release, phase } = restSchema.parse(rows[0])
  return {
    ...report,
    text: body,
    page,
    connection,
    userAgent: user_agent,
    release,
    match: phase && { phase },
  }
}
