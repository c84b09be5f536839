import { type DeskCounts, deskCountsSchema } from '@minefall/shared/contracts/desk'
import type { Sql } from '../../db/index.ts'

/** More than this is told as this: staff need no figure of a flood, and counting it would cost. */
const countedMost = 1_000

const upTo = (from: string) =>
  `(select count(*)::int from (select from ${from} limit ${countedMost}) waiting)`

const counts = `select
  ${upTo('conversation where waiting_since is not null')} as conversations,
  ${upTo("wallet_order where kind = 'deposit' and status in ('paid', 'reviewing')")} as deposits,
  ${upTo("wallet_order where kind = 'withdrawal' and status = 'pending'")} as withdrawals,
  ${upTo('problem_report r where not exists (select from problem_report_closed c where c.report_id = r.id)')} as reports,
  ${upTo('abuse_flag where reviewed_at is null')} as flags,
  ${upTo("catalogue_proposal where status = 'open' and expires_at > $1")} as proposals`

/** What waits for staff now, in milliseconds since 1970, each up to a thousand. */
export const readCounts = async (sql: Sql, now: number): Promise<DeskCounts> => {
  const { rows } = await sql.query(counts, [new Date(now)])
  return deskCountsSchema.parse(rows[0])
}
