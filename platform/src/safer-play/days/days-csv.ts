import type { PlayDay } from '@minefall/shared/contracts/rest'
import type { Sql } from '../../db/index.ts'
import { csvHeader, csvRecord } from '../../files/index.ts'
import { type Place, readDays } from './read-days.ts'

const columns = [
  'day',
  'seconds played',
  'matches',
  'staked',
  'returned',
  'net',
  'deposited',
  'withdrawn',
  'gifts',
  'bonus coins net',
]

const recordOf = (day: PlayDay): string =>
  csvRecord([
    day.day,
    String(day.seconds),
    String(day.matches),
    day.staked,
    day.returned,
    day.net,
    day.deposited,
    day.withdrawn,
    day.gifts,
    day.promoNet,
  ])

/** All days of an account as CSV, the newest first, so many at a time: the next are read when those before were taken. */
export async function* daysCsv(sql: Sql, playerId: string, limit = 500): AsyncGenerator<string> {
  yield csvHeader(columns)
  let from: Place | undefined
  for (;;) {
    const { days, next } = await readDays(sql, playerId, { from, limit })
    if (days.length > 0) yield days.map(recordOf).join('')
    if (!next) return
    from = next
  }
}
