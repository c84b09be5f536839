import { bodyCode } from '@minefall/shared/contracts'
import { gameCalls, type Table } from '@minefall/shared/contracts/rest'
import { isCallError } from '../lib/call-error.ts'
import { ask } from './api.ts'

/** Every open table. Rejects with a `CallError`. */
export const fetchTables = (signal: AbortSignal): Promise<Table[]> => ask(gameCalls.tables, { signal })

/** One table; null when the server knows no such game. Rejects with a `CallError`. */
export const fetchTable = async (gameId: string, signal?: AbortSignal): Promise<Table | null> => {
  try {
    return await ask(gameCalls.table, { query: { gameId }, ...(signal && { signal }) })
  } catch (error) {
    // An id that can't even be one is no game either.
    const none =
      isCallError(error) && [bodyCode.notFound, bodyCode.badParameters].some((code) => code === error.code)
    if (none) return null
    throw error
  }
}
