import { type DeskTotals, type DeskTotalsRange, deskCalls } from '@minefall/shared/contracts/desk'
import type { UseQueryResult } from '@tanstack/react-query'
import { useRead } from '../queries.ts'

/** A minute is told of every five seconds until it is over, in milliseconds. */
const everyMs = 10_000

/** How connections did over the last hours. */
export const useTotals = (range: DeskTotalsRange): UseQueryResult<DeskTotals> =>
  useRead(deskCalls.connectionTotals, { query: { range } }, { everyMs, keep: true })
