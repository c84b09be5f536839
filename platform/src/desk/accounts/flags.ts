import { bodyCode } from '@minefall/shared/contracts'
import type { DeskFlag } from '@minefall/shared/contracts/desk'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { isRefusal, type Refusal, refusal } from '../../http/index.ts'
import { readTies } from '../../rewards/index.ts'
import { type By, writeAudit } from '../audit/write-audit.ts'
import { ownsOne } from '../staff/own-accounts.ts'
import { stillWorks } from '../staff/staff-row.ts'
import type { World } from '../world.ts'
import { readPlayers } from './players.ts'

/** A flag with who reviewed it and all that the two accounts were in together on its day. */
const flagColumns = `f.id, f.kind, f.at, f.player_ids, f.detail, f.reviewed_at, f.reviewed_by, s.name,
  d.matches, d.moved`
const flagTables = `abuse_flag f
  left join staff s on s.id = f.reviewed_by
  left join pair_day d on d.low = f.player_ids[1] and d.high = f.player_ids[2] and d.day = (f.detail->>'day')::date`

const rowSchema = z.object({
  id: z.bigint(),
  kind: z.enum(['pair']),
  at: z.date(),
  player_ids: z.tuple([z.string(), z.string()]),
  detail: z.object({ day: z.string(), matches: z.int(), moved: z.string() }),
  reviewed_at: z.date().nullable(),
  reviewed_by: z.string().nullable(),
  name: z.string().nullable(),
  matches: z.int(),
  moved: z.bigint(),
})

const reviewOf = ({ reviewed_at, reviewed_by, name }: z.infer<typeof rowSchema>): DeskFlag['reviewed'] =>
  reviewed_at && reviewed_by !== null
    ? { at: reviewed_at.getTime(), staffId: reviewed_by, name: name ?? '' }
    : null

/** Flags as staff read them, from rows of {@link flagColumns}. */
const viewFlags = async (sql: Sql, rows: readonly unknown[]): Promise<DeskFlag[]> => {
  const flags = rowSchema.array().parse(rows)
  const ids = [...new Set(flags.flatMap(({ player_ids }) => player_ids))]
  const playerOf = await readPlayers(sql, ids)
  const shared = await readTies(sql, ids)
  return flags.map((row) => {
    const { id, kind, at, player_ids, detail, matches, moved } = row
    const { day, ...flagged } = detail
    return {
      id: id.toString(),
      kind,
      at: at.getTime(),
      players: player_ids.map(playerOf),
      day,
      flagged,
      total: { matches, moved: moved.toString() },
      shared: shared(...player_ids),
      reviewed: reviewOf(row),
    }
  })
}

/** Where a page of flags goes on: the number of its last one. */
export const flagPlaceSchema = z.tuple([z.int().min(1)])
type FlagPlace = z.infer<typeof flagPlaceSchema>

type FlagQuery = { status: 'open' | 'reviewed'; from?: FlagPlace | undefined; limit: number }

/** Open flags, the oldest first; or reviewed ones, the newest first. */
export const readFlags = async (
  sql: Sql,
  { status, from, limit }: FlagQuery,
): Promise<{ flags: DeskFlag[]; next: FlagPlace | null }> => {
  const [is, order, beyond] = status === 'open' ? ['is null', 'asc', '>'] : ['is not null', 'desc', '<']
  const { rows } = await sql.query(
    `select ${flagColumns} from ${flagTables}
     where f.reviewed_at ${is} and ($1::bigint is null or f.id ${beyond} $1) order by f.id ${order} limit $2`,
    // One more row tells whether there is a next page.
    [from?.[0] ?? null, limit + 1],
  )
  const flags = await viewFlags(sql, rows.slice(0, limit))
  const last = flags.at(-1)
  return { flags, next: rows.length > limit && last ? [Number(last.id)] : null }
}

/** What a reviewer of an order is shown of its account. */
const shownOfAccount = 10

/** The latest flags about an account. */
export const readFlagsOf = async (sql: Sql, playerId: string): Promise<DeskFlag[]> => {
  const { rows } = await sql.query(
    `select ${flagColumns} from ${flagTables} where f.player_ids @> array[$1::uuid] order by f.id desc limit $2`,
    [playerId, shownOfAccount],
  )
  return viewFlags(sql, rows)
}

/** A flag, open or reviewed; null where there is none of this number. */
export const readFlag = async (sql: Sql, flagId: bigint): Promise<DeskFlag | null> => {
  const { rows } = await sql.query(`select ${flagColumns} from ${flagTables} where f.id = $1`, [flagId])
  const [flag] = await viewFlags(sql, rows)
  return flag ?? null
}

const lockedSchema = z.object({ player_ids: z.array(z.string()), reviewed_by: z.string().nullable() })

/**
 * Notes that a flag was looked at. The same person's review again changes nothing. Refused where there is none (1404),
 * for one about the reviewer's own account (1403), one that someone else reviewed (1409), and someone who is
 * disabled (1501).
 */
export const reviewFlag = async (
  world: World,
  { flagId, reason }: { flagId: bigint; reason: string },
  by: By,
): Promise<DeskFlag | Refusal> => {
  const reviewed = await world.db.transaction(async (tx) => {
    const { staff, address } = by
    const found = await tx.query('select player_ids, reviewed_by from abuse_flag where id = $1 for update', [
      flagId,
    ])
    const flag = lockedSchema.optional().parse(found.rows[0])
    if (!flag) return refusal(bodyCode.notFound)
    if (!(await stillWorks(tx, staff))) return refusal(bodyCode.tokenInvalid)
    if (await ownsOne(tx, staff, flag.player_ids)) return refusal(bodyCode.notAllowed)
    if (flag.reviewed_by !== null && flag.reviewed_by !== staff.id) return refusal(bodyCode.conflict)
    if (flag.reviewed_by === null) {
      const at = world.clock.now()
      await tx.query('update abuse_flag set reviewed_at = $2, reviewed_by = $3 where id = $1', [
        flagId,
        new Date(at),
        staff.id,
      ])
      await writeAudit(tx, {
        at,
        staffId: staff.id,
        action: 'flag.review',
        subject: { type: 'flag', id: flagId.toString() },
        reason,
        before: { reviewedAt: null },
        after: { reviewedAt: at },
        address,
      })
    }
    const view = await readFlag(tx, flagId)
    if (!view) throw new Error('a flag is gone while it was locked')
    return view
  })
  if (!isRefusal(reviewed)) world.bus.publish('desk.changed', null, { what: 'flags' })
  return reviewed
}
