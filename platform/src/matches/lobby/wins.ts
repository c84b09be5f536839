import type { Digest as DigestView } from '@minefall/shared/contracts'
import { matchIdSchema } from '@minefall/shared/game'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { readRecord } from '../recovery/past.ts'
import { winOf } from './digest.ts'

const rowSchema = z.object({ id: matchIdSchema })

/** The last wins of people before this start, the newest first. A match that can't be read is left out. */
export const readWins = async (sql: Sql): Promise<DigestView['wins']> => {
  const { rows } = await sql.query(
    // Ids begin with the time of opening, so the newest are found from the end of their index.
    `select id from match where phase = 'settled' order by id desc limit 20`,
  )
  const wins: DigestView['wins'] = []
  for (const row of rows) {
    const record = await readRecord(sql, rowSchema.parse(row).id).catch(() => null)
    const win = record && winOf(record.state)
    if (win) wins.push(win)
  }
  return wins.sort((a, b) => b.at - a.at).slice(0, 10)
}
