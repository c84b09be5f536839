import { channelsSchema, statementPageSchema } from '@minefall/shared/contracts'
import type { Asset } from '@minefall/shared/game'
import type { z } from 'zod'
import { formatQuery } from '../../app/query-string.ts'
import { getData, getFile } from '../../lib/api.ts'

// Every call rejects with a `CallError`, or with axios' own error when aborted.

export type StatementPage = z.infer<typeof statementPageSchema>
type Asked = { asset: Asset | null; cursor: string | null }

/** `GET /api/wallet/statement`: a page of one's own entries. */
export const fetchStatement = (asked: Asked, signal: AbortSignal): Promise<StatementPage> =>
  getData(`/api/wallet/statement${formatQuery(asked)}`, statementPageSchema, signal)

/** `GET /api/wallet/statement.csv`: all of one's own entries, as a file. */
export const fetchStatementFile = (): Promise<Blob> => getFile('/api/wallet/statement.csv')

export type Channels = z.infer<typeof channelsSchema>

/** `GET /api/wallet/channels`: the ways for money in and out that are open now, with limits, rates and fees. */
export const fetchChannels = (signal: AbortSignal): Promise<Channels> =>
  getData('/api/wallet/channels', channelsSchema, signal)
