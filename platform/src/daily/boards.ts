import { type DailyRules, dailyRulesSchema, dayMs, dealDay } from '@minefall/shared/daily'
import type { Boards as DealtBoards } from '@minefall/shared/fairness'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'
import { type SealKey, type SealKeys, seal, unseal } from '../http/index.ts'

const boardRow = z.object({
  day: z.string(),
  commit: z.string(),
  root: z.string(),
  rules: dailyRulesSchema,
  shard: z.int(),
  position: z.int(),
  committed_at: z.date(),
  seed: z.string().nullable(),
  seed_position: z.int().nullable(),
  opened_at: z.date().nullable(),
})
export type BoardRow = z.output<typeof boardRow>

const columns =
  'day::text, commit, root, rules, shard, position, committed_at, seed, seed_position, opened_at'

/** The board of a day; null where it has none. */
export const readBoard = async (sql: Sql, day: string): Promise<BoardRow | null> => {
  const { rows } = await sql.query(`select ${columns} from daily_board where day = $1`, [day])
  return boardRow.optional().parse(rows[0]) ?? null
}

const standRow = z.object({ latest: z.string().nullable(), wasThere: z.boolean() })

/**
 * The day of the latest board that was committed to, whether anything was written about boards in the day before `today`
 * (its first moment, in milliseconds since 1970), and the boards whose seeds are not open, in the order of their days.
 */
export const readBoards = async (sql: Sql, today: number) => {
  const stand = await sql.query(
    `select max(day)::text as latest, coalesce(bool_or(
       (committed_at >= $1 and committed_at < $2) or (opened_at >= $1 and opened_at < $2)), false) as "wasThere"
     from daily_board`,
    [new Date(today - dayMs), new Date(today)],
  )
  const { rows } = await sql.query(`select ${columns} from daily_board where seed is null order by day`)
  return { ...standRow.parse(stand.rows[0]), closed: boardRow.array().parse(rows) }
}

/** What a sealed seed is bound to. */
const about = (day: string): string => `daily/${day}`

export const sealSeed = (
  key: SealKey,
  { day, seed }: { day: string; seed: string },
  randomBytes: (count: number) => Uint8Array,
): Uint8Array => seal(key, about(day), Buffer.from(seed, 'hex'), randomBytes)

const secretRow = z.object({ key_id: z.string(), sealed: z.instanceof(Uint8Array) })

/** The seed of the board of a day, hex. Throws where there is none, or its key is not there. */
export const readSeed = async (sql: Sql, keys: SealKeys['all'], day: string): Promise<string> => {
  const { rows } = await sql.query('select key_id, sealed from daily_secret where day = $1', [day])
  const { key_id, sealed } = secretRow.parse(rows[0])
  return unseal(keys, about(day), { keyId: key_id, sealed }).toString('hex')
}

/** A board as it is dealt: secret while its day lasts. */
export type DealtBoard = {
  rules: DailyRules
  leaves: readonly string[]
  openers: readonly number[]
  tile(tile: number): { mine: boolean; clue: number; salt: string }
}

const dealt = (boards: DealtBoards, rules: DailyRules): DealtBoard => ({
  rules,
  leaves: boards.board(0).leaves,
  openers: boards.openers(0),
  tile: (tile) => boards.tile(0, tile),
})

/** So many boards are kept dealt: today's, yesterday's, and one more. */
const keptMost = 3

/** Deals boards by their sealed seeds; the latest stay in memory. */
export const dealtBoards = (sealKeys: SealKeys) => {
  const kept = new Map<string, DealtBoard>()
  return {
    /** The board of a day; null where it has none. */
    async of(sql: Sql, day: string): Promise<DealtBoard | null> {
      const known = kept.get(day)
      if (known) return known
      const board = await readBoard(sql, day)
      if (!board) return null
      const seed = await readSeed(sql, sealKeys.all, day)
      const made = dealt(dealDay(day, seed, board.rules), board.rules)
      kept.set(day, made)
      for (const oldest of kept.keys()) {
        if (kept.size <= keptMost) break
        kept.delete(oldest)
      }
      return made
    },
  }
}
export type Boards = ReturnType<typeof dealtBoards>
