import * as z from 'zod/mini'
import { beginOf, dailyRulesSchema, dayMs, dayOf, daySchema, dealDay, finishOf } from '../daily/index.ts'
import { dailyCommit } from '../fairness/index.ts'
import { hex } from '../rules/index.ts'
import { type Finding, lockOpenMost } from './chain.ts'
import { readDocument, type ShownLine } from './log.ts'

/** The shard whose log has the boards of days. */
export const boardShard = 0

/**
 * How far a log has come with the boards of days: the latest that was committed to, the last two days on which there were
 * lines about any, and the boards whose seeds are not open yet.
 */
export const boardsSchema = z.object({
  latest: z.nullable(daySchema),
  written: z.array(daySchema),
  closed: z.array(z.object({ commit: hex(32), day: daySchema, root: hex(32), rules: dailyRulesSchema })),
})
export type DailyBoards = z.infer<typeof boardsSchema>

export const noBoards: DailyBoards = { latest: null, written: [], closed: [] }

/**
 * Follows the boards of days over lines of a log: each is committed to once, in the order of days and before its day
 * begins, and opened once, after the last try, with the seed that it was committed to with. A board may be committed to
 * on its own day only where the log has no line about boards of the day before: the site was away.
 */
export const followBoards = (
  before: DailyBoards,
  lines: readonly ShownLine[],
): { boards: DailyBoards; findings: readonly Finding[] } => {
  let boards = before
  const findings: Finding[] = []
  for (const { document, kind, position } of lines) {
    if (document === null || (kind !== 'daily' && kind !== 'seed')) continue
    const line = readDocument(kind, document)
    if (!line) continue
    const { at, day } = line
    const { latest, written } = boards
    const say = (finding: string) => findings.push({ position, finding: `the board of ${day} ${finding}` })
    const begin = beginOf(day)
    const today = dayOf(at)
    if (today !== written.at(-1)) boards = { ...boards, written: [...written.slice(-1), today] }
    if (line.kind === 'daily') {
      const { commit, root, rules } = line
      if (latest !== null && latest >= day) say(`is committed to after that of ${latest}`)
      const wasThere = written.includes(dayOf(begin - dayMs))
      if (at >= begin + dayMs || (at >= begin && wasThere)) say('is committed to too late')
      boards = { ...boards, latest: day, closed: [...boards.closed, { commit, day, root, rules }] }
      continue
    }
    const board = boards.closed.find((one) => one.day === day)
    if (!board) {
      say('is opened and was not committed to')
      continue
    }
    if (at < finishOf(day)) say('is opened too early')
    if (dailyCommit(day, line.serverSeed) !== board.commit)
      say('has another seed than it was committed to with')
    else if (dealDay(day, line.serverSeed, board.rules).board(0).root !== board.root)
      say('is another than that of its seed')
    boards = { ...boards, closed: boards.closed.filter((one) => one !== board) }
  }
  return { boards, findings }
}

/** Days whose seed should be open at a time and is not. */
export const unopenedDays = ({ closed }: DailyBoards, now: number): string[] =>
  closed.filter(({ day }) => now - finishOf(day) > lockOpenMost).map(({ day }) => day)
