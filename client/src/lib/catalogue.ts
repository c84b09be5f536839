import { type Table, tableSchema } from '@minefall/shared/contracts'
import { z } from 'zod'
import { getData } from './http.ts'

const tablesSchema = z.array(tableSchema)

/** `GET /api/game/list`. Rejects with a `CallError`. */
export const fetchTables = (signal?: AbortSignal): Promise<Table[]> =>
  getData('/api/game/list', tablesSchema, signal)
