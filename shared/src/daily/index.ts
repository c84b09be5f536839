import * as z from 'zod/mini'
import { type Boards, dailyKey, dealBoards } from '../fairness/index.ts'
import { limits, type Rules } from '../rules/index.ts'

const count = z.int().check(z.minimum(0), z.maximum(limits.sideMax * limits.sideMax))
const side = z.int().check(z.minimum(2), z.maximum(limits.sideMax))

/** The rules of the board of a day, as the log has them. */
export const dailyRulesSchema = z.strictObject({
  h: side,
  /** A try is over at the mine with this number. */
  lives: z.int().check(z.minimum(1)),
  mines: count.check(z.minimum(1)),
  /** Safe tiles that are open from the start. */
  openers: count,
  w: side,
})
export type DailyRules = z.infer<typeof dailyRulesSchema>

/** The rules of days to come. A board keeps those that it was committed to with. */
export const dailyRules: DailyRules = { h: 9, lives: 3, mines: 22, openers: 6, w: 9 }

/** The same as the rules of a table with one board and clues, by which boards are dealt and odds are counted. */
export const tableRules = ({ h, mines, openers, w }: DailyRules): Rules => ({
  ...{ boards: 1, clockMs: 1, clues: true, rakeBps: 0 },
  ...{ fade: 0, h, mines, openers, rise: 0, w },
})

export const dayMs = 86_400_000

/** The day of a time in milliseconds since 1970. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The first moment of a day, in milliseconds since 1970. */
export const beginOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

const isDay = (text: string): boolean => {
  const begin = beginOf(text)
  return !Number.isNaN(begin) && dayOf(begin) === text
}

/** A day of UTC: 2026-03-01. Names sort as the days do. */
export const daySchema = z
  .string()
  .check(z.regex(/^2\d{3}-\d\d-\d\d$/, { abort: true }), z.refine(isDay, 'must be a day'))

/** How long after its day a try may be gone on with, in milliseconds; then it is over as it stands. */
export const finishMs = 3_600_000

/** Until when a try of a day may be gone on with, in milliseconds since 1970. */
export const finishOf = (day: string): number => beginOf(day) + dayMs + finishMs

/** The board of a day: board 0 of what is dealt by its seed. */
export const dealDay = (day: string, serverSeed: string, rules: DailyRules): Boards =>
  dealBoards(dailyKey(day, serverSeed), tableRules(rules))

/** What a try has come to: safe tiles opened by hand, mines hit, and whether no life or no safe tile is left. */
export const standingOf = (
  { h, lives, mines, openers, w }: DailyRules,
  tiles: readonly { mine: boolean }[],
): { safe: number; hits: number; isOver: boolean } => {
  const hits = tiles.filter(({ mine }) => mine).length
  const safe = tiles.length - hits
  return { safe, hits, isOver: hits >= lives || safe >= safeTiles({ h, lives, mines, openers, w }) }
}

/** The most safe tiles that a try can open. */
export const safeTiles = ({ h, mines, openers, w }: DailyRules): number => w * h - mines - openers
