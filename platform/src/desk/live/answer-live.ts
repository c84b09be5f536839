import { ok, refuse } from '@minefall/shared/contracts'
import { type DeskCounts, deskCountsSchema } from '@minefall/shared/contracts/desk'
import { tellingOutages } from '../../bus/answering.ts'
import type { Sql } from '../../db/index.ts'
import { isRefusal } from '../../http/index.ts'
import { mayAnswer } from '../conversations/handle.ts'
import { identifyStaff } from '../staff/sessions.ts'
import type { World } from '../world.ts'

/** More than this is reported as this: staff need no figure of a flood, and counting it would cost. */
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
const readCounts = async (sql: Sql, now: number): Promise<DeskCounts> => {
  const { rows } = await sql.query(counts, [new Date(now)])
  return deskCountsSchema.parse(rows[0])
}

/** Answers what BFFs ask for the desks that are open, until the answer of this is called. */
export const answerLive = (world: World): (() => void) => {
  const { db, presence } = world
  const bus = tellingOutages(world.bus, world.log)
  const stops = [
    bus.respond('staff.present', async ({ staffId }) => {
      if (await mayAnswer(db, staffId)) await presence.heard(staffId)
      return ok(null)
    }),
    bus.respond('staff.identify', async ({ token }) => {
      const staff = await identifyStaff(world, token)
      return isRefusal(staff) ? refuse(staff.refused, 'this token is not valid') : ok(staff)
    }),
    bus.respond('desk.counts', async () => ok(await readCounts(db, world.clock.now()))),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
