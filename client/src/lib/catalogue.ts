import { bodyCode, type Table, tableSchema } from '@minefall/shared/contracts'
import * as z from 'zod/mini'
import { getData } from './api.ts'
import { isCallError } from './call-error.ts'

const tablesSchema = z.array(tableSchema)

/** `GET /api/game/list`. Rejects with a `CallError`. */
export const fetchTables = (signal?: AbortSignal): Promise<Table[]> =>
  getData('/api/game/list', tablesSchema, signal)

/** `GET /api/game/detail`; null when the server knows no such game. Rejects with a `CallError`. */
export const fetchTable = async (gameId: string, signal?: AbortSignal): Promise<Table | null> => {
  try {
    return await getData(`/api/game/detail?${new URLSearchParams({ gameId })}`, tableSchema, signal)
  } catch (error) {
    // An id that can't even be one is no game either.
    const none =
      isCallError(error) && [bodyCode.notFound, bodyCode.badParameters].some((code) => code === error.code)
    if (none) return null
    throw error
  }
}
