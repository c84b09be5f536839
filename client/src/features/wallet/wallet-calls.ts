import { statementPageSchema } from '@minefall/shared/contracts'
import type { Asset } from '@minefall/shared/game'
import type { z } from 'zod'
import { formatQuery } from '../../app/query-string.ts'
import { getData } from '../../lib/api.ts'

export type StatementPage = z.infer<typeof statementPageSchema>
type Asked = { asset: Asset | null; cursor: string | null }

/** `GET /api/wallet/statement`: a page of one's own entries. Rejects with a `CallError`. */
export const fetchStatement = (asked: Asked, signal: AbortSignal): Promise<StatementPage> =>
  getData(`/api/wallet/statement${formatQuery(asked)}`, statementPageSchema, signal)
