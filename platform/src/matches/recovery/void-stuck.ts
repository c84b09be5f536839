import { type Envelope, ok } from '@minefall/shared/contracts'
import type { MatchId } from '@minefall/shared/game'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { interrupt } from '../host/lifecycle.ts'
import type { LiveMatch } from '../host/live-match.ts'
import { isOver } from '../host/record.ts'
import { eventsIn, readRows } from '../journal/rows.ts'
import { refused } from '../refusals.ts'
import type { World } from '../world.ts'
import { voidByRule } from './quarantine.ts'

/** A match that lives and in which nothing happened for so long, in milliseconds, is stuck: every clock is far shorter. */
export const stuckAfterMs = 600_000

const standingSchema = z.object({ phase: z.string(), decided: z.boolean(), last_at: z.date(), seq: z.int() })

/** Whether two people decided that a match is to be voided, and what last happened in it, when. Null for none. */
const readStanding = async (sql: Sql, matchId: MatchId) => {
  const { rows } = await sql.query(
    `select m.phase, exists (select from match_void v where v.match_id = m.id and v.status = 'confirmed') as decided,
       coalesce(d.at, m.opened_at) as last_at, coalesce(d.seq + case jsonb_typeof(d.events) when 'array' then jsonb_array_length(d.events) else 1 end - 1, 0) as seq
     from match m left join lateral (
       select * from match_decision where match_id = m.id order by seq desc limit 1
     ) d on true
     where m.id = $1`,
    [matchId],
  )
  return standingSchema.optional().parse(rows[0]) ?? null
}

/** One that a fault stopped and that could not be voided then: the same rule again. */
const voidStopped = (world: World, match: LiveMatch): Promise<void> =>
  match.inTurn.run(async () => {
    await voidByRule(world, match, { events: eventsIn(await readRows(world.db.journal, match.id)) })
  })

/**
 * Voids a match that two people decided about, by the rules of a match that can't go on, where it is still stuck: the
 * last word is the owner's, in the match's turn. Asked again it does nothing more. A match that is not in memory could
 * not be taken up, as its secret can't be opened: it waits for a start that can.
 */
export const voidStuck = async (world: World, matchId: MatchId): Promise<Envelope<null>> => {
  const standing = await readStanding(world.db, matchId)
  if (!standing) return refused('no-such-match')
  if (!standing.decided) return refused('not-decided')
  if (standing.phase === 'voided') return ok(null)
  const match = world.matches.get(matchId)
  if (!match || match.dropped) return refused('unavailable')
  if (match.quarantined) await voidStopped(world, match)
  else {
    const isQuiet = world.clock.now() - standing.last_at.getTime() >= stuckAfterMs
    await interrupt(world, match, () => isQuiet && match.record.committed === standing.seq)
  }
  if (isOver(match.record.state))
    return match.record.state.phase === 'voided' ? ok(null) : refused('match-over')
  return refused(match.quarantined ? 'failed' : 'not-stuck')
}
