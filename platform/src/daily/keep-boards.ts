import { beginOf, dailyRules, dayMs, dayOf, dealDay, finishOf } from '@minefall/shared/daily'
import { dailyCommit } from '@minefall/shared/fairness'
import { boardShard, dailyEntry, seedEntry } from '@minefall/shared/record'
import { isUnavailable } from '../db/index.ts'
import { repeat } from '../jobs/repeating.ts'
import { readBoards, readSeed, sealSeed } from './boards.ts'
import type { World } from './world.ts'

/** How often it is looked whether a day has changed, in milliseconds. */
const everyMs = 1_000

/** A seed is opened so long after the last try may be gone on with, in milliseconds: clocks of nodes differ a little. */
const openAfterMs = 60_000

/** How long after a failure the seed of a board is tried again, in milliseconds. */
const againAfterMs = 60_000

const opensAt = (day: string): number => finishOf(day) + openAfterMs

type Keeper = Pick<World, 'db' | 'clock' | 'log' | 'randomBytes' | 'sealKeys' | 'matches' | 'ended'>

/** Draws the board of a day, and commits to it in the log. */
const commit = async ({ clock, randomBytes, sealKeys, matches }: Keeper, day: string): Promise<boolean> => {
  const at = clock.now()
  const seed = Buffer.from(randomBytes(32)).toString('hex')
  const board = {
    at,
    commit: dailyCommit(day, seed),
    day,
    root: dealDay(day, seed, dailyRules).board(0).root,
    rules: dailyRules,
  }
  const { keyId } = sealKeys.current
  const sealed = sealSeed(sealKeys.current, { day, seed }, randomBytes)
  return matches.appendLine({
    shard: boardShard,
    at,
    entry: (prevLog) => dailyEntry(board, prevLog),
    write: async (tx, position) => {
      await tx.query(
        `insert into daily_board (day, commit, root, rules, shard, position, committed_at)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [day, board.commit, board.root, dailyRules, boardShard, position, new Date(at)],
      )
      await tx.query('insert into daily_secret (day, key_id, sealed) values ($1, $2, $3)', [
        day,
        keyId,
        sealed,
      ])
    },
  })
}

/** Ends what is left of a day's tries, and opens its seed in the log. */
const open = async ({ db, clock, sealKeys, matches, ended }: Keeper, day: string): Promise<boolean> => {
  const left = await db.query('update daily_try set ended_at = $2 where day = $1 and ended_at is null', [
    day,
    new Date(finishOf(day)),
  ])
  if (left.count > 0) ended()
  const at = clock.now()
  const serverSeed = await readSeed(db, sealKeys.all, day)
  return matches.appendLine({
    shard: boardShard,
    at,
    entry: (prevLog) => seedEntry({ at, day, serverSeed }, prevLog),
    write: async (tx, position) => {
      const { count } = await tx.query(
        'update daily_board set seed = $2, seed_position = $3, opened_at = $4 where day = $1 and seed is null',
        [day, serverSeed, position, new Date(at)],
      )
      if (count === 0) throw new Error(`the board of ${day} is open already`)
    },
  })
}

/**
 * Opens the boards whose time is over, and commits to the next day's; and to today's, where it has none and nothing was
 * written yesterday: on a new site, or one that was away. Answers until when nothing more is to do, in milliseconds
 * since 1970; 0 where the log is another node's. A board that can't be opened is logged, and holds up nothing else.
 */
const keepBoards = async (world: Keeper): Promise<number> => {
  const { db, clock, log, matches } = world
  if (!matches.isHeld(boardShard)) return 0
  const now = clock.now()
  const [today, tomorrow] = [dayOf(now), dayOf(now + dayMs)]
  const { latest, wasThere, closed } = await readBoards(db, beginOf(today))
  const openings = closed.map(({ day }) => opensAt(day)).filter((at) => at > now)
  for (const { day } of closed)
    try {
      if (now >= opensAt(day) && !(await open(world, day))) return 0
    } catch (error) {
      if (isUnavailable(error)) throw error
      log.error({ err: error, day, alarm: 'daily' }, 'the board of a day could not be opened')
      openings.push(now + againAfterMs)
    }
  const isMissing = (day: string) => latest === null || latest < day
  if (isMissing(today) && !wasThere && !(await commit(world, today))) return 0
  if (isMissing(tomorrow) && !(await commit(world, tomorrow))) return 0
  return Math.min(beginOf(tomorrow), ...openings)
}

/** Keeps the boards of days until the answer is called. What is missed while nothing runs is made up for at the start. */
export const startKeeping = (world: Keeper): (() => Promise<void>) => {
  const { clock, log } = world
  let quietUntil = 0
  const failed = (error: unknown) => {
    quietUntil = 0
    // That the database is away shows in its own metric.
    if (isUnavailable(error)) log.warn({ err: error }, 'the boards of days wait for the database')
    else log.error({ err: error, alarm: 'daily' }, 'the boards of days could not be kept')
  }
  return repeat({ job: 'daily', clock, everyMs, failed }, async () => {
    if (clock.now() >= quietUntil) quietUntil = await keepBoards(world)
  })
}
