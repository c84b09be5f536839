import { bodyCode } from '@minefall/shared/contracts'
import type { Staff } from '@minefall/shared/contracts/desk'
import type { MatchId } from '@minefall/shared/game'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { isRefusal, type Refusal, refusal } from '../../http/index.ts'
import { type By, writeAudit } from '../audit/write-audit.ts'
import { ownsOne } from '../staff/own-accounts.ts'
import { stillWorks } from '../staff/staff-row.ts'
import type { World } from '../world.ts'
import { askStopped, matchColumns, matchTables, viewMatch } from './match-row.ts'
import { readMatchEvents } from './read-match.ts'

type VoidRequest = { matchId: MatchId; reason: string }

const voidSchema = z.object({
  id: z.string(),
  asked_by: z.string(),
  status: z.enum(['open', 'confirmed']),
})
type Standing = z.infer<typeof voidSchema>

/** The open request, locked until the transaction ends. */
const lockVoid = async (tx: Sql, matchId: MatchId): Promise<Standing | null> => {
  const { rows } = await tx.query(
    `select id, asked_by, status from match_void where match_id = $1 and status in ('open', 'confirmed') for update`,
    [matchId],
  )
  return voidSchema.optional().parse(rows[0]) ?? null
}

/** Why this person may not decide about this match; null if they may. */
const refuse = async (tx: Sql, matchId: MatchId, staff: Staff): Promise<Refusal | null> => {
  const { count } = await tx.query('select from match where id = $1', [matchId])
  if (count === 0) return refusal(bodyCode.notFound)
  if (!(await stillWorks(tx, staff))) return refusal(bodyCode.tokenInvalid)
  const events = await readMatchEvents(tx, matchId)
  const sat = events.flatMap((event) => (event?.type === 'SeatTaken' ? (event.holder ?? []) : []))
  return (await ownsOne(tx, staff, sat)) ? refusal(bodyCode.notAllowed) : null
}

/** Whether a match lives and does not go on. */
const isStuck = async (
  tx: Sql,
  matchId: MatchId,
  seen: Parameters<typeof viewMatch>[1],
): Promise<boolean> => {
  const { rows } = await tx.query(`select ${matchColumns} from ${matchTables} where m.id = $1`, [matchId])
  return viewMatch(rows[0], seen).stuck !== null
}

const worksSchema = z.object({ works: z.boolean() })

/** Whether the requester still works here: a disabled person's request can't be confirmed. */
const askerWorks = async (tx: Sql, { asked_by }: Standing): Promise<boolean> => {
  const { rows } = await tx.query('select disabled_at is null as works from staff where id = $1 for share', [
    asked_by,
  ])
  return worksSchema.parse(rows[0]).works
}

/** Asks for it, unless someone else just did. */
const ask = async (tx: Sql, id: string, { matchId, reason }: VoidRequest, staff: Staff, at: number) => {
  const { count } = await tx.query(
    `insert into match_void (id, match_id, reason, asked_by, asked_at) values ($1, $2, $3, $4, $5)
     on conflict (match_id) where status in ('open', 'confirmed') do nothing`,
    [id, matchId, reason, staff.id, new Date(at)],
  )
  return count > 0
}

const end = (
  tx: Sql,
  { id }: Standing,
  status: 'confirmed' | 'withdrawn' | 'lapsed',
  by: string,
  at: number,
) =>
  tx.query(
    // A lapsed request was confirmed, and keeps its confirmer.
    `update match_void set status = $2, ended_by = coalesce(ended_by, $3), ended_at = coalesce(ended_at, $4)
     where id = $1`,
    [id, status, by, new Date(at)],
  )

/** Records one person's decision. True if two have decided. */
const decide = async (
  world: World,
  asked: VoidRequest,
  { staff, address }: By,
  stopped: ReadonlySet<MatchId>,
): Promise<boolean | Refusal> =>
  world.db.transaction(async (tx) => {
    const { matchId, reason } = asked
    const at = world.clock.now()
    const subject = { type: 'match', id: matchId } as const
    const entry = { at, staffId: staff.id, subject, reason, address }
    const refused = await refuse(tx, matchId, staff)
    if (refused) return refused
    if ((await lockVoid(tx, matchId))?.status === 'confirmed') return true
    if (!(await isStuck(tx, matchId, { now: at, stopped }))) return refusal(bodyCode.conflict)
    const id = world.newId()
    if (await ask(tx, id, asked, staff, at)) {
      await writeAudit(tx, { ...entry, action: 'match.void.ask', after: { voidId: id } })
      return false
    }
    const standing = await lockVoid(tx, matchId)
    if (!standing) return refusal(bodyCode.conflict)
    if (standing.status === 'confirmed') return true
    if (standing.asked_by === staff.id) return false
    if (!(await askerWorks(tx, standing))) return refusal(bodyCode.conflict)
    await end(tx, standing, 'confirmed', staff.id, at)
    await writeAudit(tx, { ...entry, action: 'match.void.confirm', after: { voidId: standing.id } })
    return true
  })

/** A confirmed void lapsed: the match continued or ended first. */
const lapse = (world: World, matchId: MatchId, { staff, address }: By): Promise<void> =>
  world.db.transaction(async (tx) => {
    const standing = await lockVoid(tx, matchId)
    if (standing?.status !== 'confirmed') return
    const at = world.clock.now()
    await end(tx, standing, 'lapsed', staff.id, at)
    await writeAudit(tx, {
      at,
      staffId: staff.id,
      action: 'match.void.lapse',
      subject: { type: 'match', id: matchId },
      after: { voidId: standing.id },
      address,
    })
  })

/** Why the owner refused; other errors may be temporary. */
const notDone = [bodyCode.ourFault, bodyCode.timeout, bodyCode.notFound] as const

/**
 * Asks for a match to be voided, or confirms what someone else asked for, and then has its owner do it. By the same
 * person again it changes nothing; once confirmed it is asked of the owner again. Refused where there is no such match
 * (1404), who decides sat in it (1403) or is disabled (1501), it is over, it is not stuck or went on in the meantime, or who
 * asked is disabled (1409), and where its owner can't do it now (1500, 1503, 1504).
 */
export const voidMatch = async (world: World, asked: VoidRequest, by: By): Promise<Refusal | null> => {
  const { matchId } = asked
  const decided = await decide(world, asked, by, await askStopped(world))
  if (isRefusal(decided)) return decided
  if (!decided) return null
  const { code } = await world.route.request('match.void', { matchId })
  if (code === bodyCode.ok) return null
  if (code !== bodyCode.conflict && code !== bodyCode.wrongPhase)
    return refusal(notDone.find((known) => known === code) ?? bodyCode.unavailable)
  await lapse(world, matchId, by)
  return refusal(bodyCode.conflict)
}

/**
 * Takes back what one asked for, or someone else. Refused where there is no such match (1404), who takes it back sat in
 * it (1403) or is disabled (1501), and where nothing waits for a second person (1409).
 */
export const withdrawVoid = async (
  world: World,
  { matchId, reason }: VoidRequest,
  { staff, address }: By,
): Promise<Refusal | null> =>
  world.db.transaction(async (tx) => {
    const refused = await refuse(tx, matchId, staff)
    if (refused) return refused
    const standing = await lockVoid(tx, matchId)
    if (standing?.status !== 'open') return refusal(bodyCode.conflict)
    const at = world.clock.now()
    await end(tx, standing, 'withdrawn', staff.id, at)
    const subject = { type: 'match', id: matchId } as const
    const after = { voidId: standing.id }
    await writeAudit(tx, {
      at,
      staffId: staff.id,
      action: 'match.void.withdraw',
      subject,
      reason,
      after,
      address,
    })
    return null
  })
