import { dailyRulesSchema, tableRules } from '@minefall/shared/daily'
import { z } from 'zod'
import { isUnavailable, type Sql } from '../db/index.ts'
import { drain } from '../jobs/draining.ts'
import { type Judge, startJudge } from '../skill/index.ts'
import type { Boards } from './boards.ts'
import type { World } from './world.ts'

const waitingRow = z.object({
  id: z.string(),
  day: z.string(),
  rules: dailyRulesSchema,
  seconds: z.int(),
  tiles: z.array(z.object({ tile: z.int(), mine: z.boolean(), clue: z.int() })).nullable(),
})
type Waiting = z.output<typeof waitingRow>

const nextUnjudged = `
  select t.id, t.day::text, b.rules,
    greatest(0, round(extract(epoch from t.ended_at - t.began_at)))::int as seconds,
    (select jsonb_agg(jsonb_build_object('tile', o.tile, 'mine', o.mine, 'clue', o.clue) order by o.nth)
     from daily_tile o where o.try_id = t.id) as tiles
  from daily_try t join daily_board b on b.day = t.day
  where t.ended_at is not null and t.exact is null and t.id <> all ($1::uuid[])
  order by t.ended_at, t.id limit 1`

/** Salts and leaves are no part of what a move is judged by. */
const [root, salt] = ['0'.repeat(64), '0'.repeat(32)]

/** A try as the moves of a match with one seat, which is what moves are judged as. */
const toldOf = ({ rules, tiles }: Waiting, openers: readonly { tile: number; clue: number }[]): string => {
  const begun = {
    ...{ type: 'BoardBegun', v: 2, at: 0, board: 0, root, leaves: [] },
    ...(openers.length > 0 && { openers: openers.map((opener) => ({ ...opener, salt })) }),
  }
  const moves = (tiles ?? []).map((open, turn) => ({
    ...{ type: 'TileOpened', v: 1, at: 0, turn, seat: 0, board: 0, ...open, salt, by: 'hand' },
  }))
  return JSON.stringify({ rules: tableRules(rules), seats: 1, events: [begun, ...moves] })
}

type Judging = Pick<World, 'db' | 'log'> & Pick<Judge, 'judge'> & { boards: Boards }

const write = (sql: Sql, id: string, values: readonly [number | null, boolean, number]) =>
  sql.query('update daily_try set accuracy = $2, exact = $3, seconds = $4 where id = $1 and exact is null', [
    id,
    ...values,
  ])

/**
 * Judges the try that has waited longest, once, and answers whether one waited. One that can't be judged is left out from
 * then on. Accuracy is kept with one decimal, as it is shown, so that the order of scores is that of what people see.
 */
export const judgeNext = async (
  { db, log, boards, judge }: Judging,
  leftOut: Set<string>,
): Promise<boolean> => {
  const { rows } = await db.query(nextUnjudged, [[...leftOut]])
  const [row] = rows
  if (!row) return false
  const waiting = waitingRow.parse(row)
  const { id, day, seconds } = waiting
  try {
    const board = await boards.of(db, day)
    const openers = board?.openers.map((tile) => ({ tile, clue: board.tile(tile).clue })) ?? []
    const { isExact, seats } = await judge(toldOf(waiting, openers))
    const accuracy = seats[0]?.accuracy ?? null
    await write(db, id, [accuracy === null ? null : Math.round(accuracy * 10) / 10, isExact, seconds])
  } catch (error) {
    if (isUnavailable(error)) throw error
    leftOut.add(id)
    log.error({ err: error, tryId: id, alarm: 'judging' }, 'a daily board could not be judged')
  }
  return true
}

/** How often the queue is looked at besides, in milliseconds. */
const everyMs = 10_000

/** Judges every try that is over, in its own thread, until the answer is called. */
export const startJudgingTries = ({
  onEnded,
  ...world
}: Pick<World, 'db' | 'clock' | 'log' | 'boards'> & {
  onEnded(listener: () => void): () => void
}): (() => Promise<void>) => {
  const { clock, log } = world
  const { judge, close } = startJudge()
  const stop = drain(
    {
      job: 'daily-judging',
      clock,
      everyMs,
      onMore: onEnded,
      failed: (error) => log.error({ err: error }, 'daily boards could not be judged'),
    },
    (leftOut) => judgeNext({ ...world, judge }, leftOut),
  )
  return async () => {
    await stop()
    await close()
  }
}
