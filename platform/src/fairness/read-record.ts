import type { MatchId } from '@minefall/shared/game'
import type { MatchRecord } from '@minefall/shared/record'
import type { Sql } from '../db/index.ts'
import { headerIn, isOver, readRecord as readMatch } from '../matches/index.ts'
import { readLinesAround } from './read-log.ts'

/** The record of a match that is over, not signed yet; null for no match, undefined for one that is not over. */
export const readRecord = async (
  sql: Sql,
  matchId: MatchId,
): Promise<MatchRecord['document'] | null | undefined> => {
  const match = await readMatch(sql, matchId)
  if (!match) return null
  if (!isOver(match.state)) return undefined
  const { events, state } = match
  return { events, header: headerIn.parse(state), log: await readLinesAround(sql, matchId), v: 1 }
}
