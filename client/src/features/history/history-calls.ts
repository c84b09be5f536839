import { historyPageSchema } from '@minefall/shared/contracts'
import type { Asset } from '@minefall/shared/game'
import type { z } from 'zod'
import { formatQuery } from '../../app/query-string.ts'
import { getData } from '../../lib/api.ts'

export type HistoryPage = z.infer<typeof historyPageSchema>
type Asked = { asset: Asset | null; cursor: string | null }

/** `GET /api/game/history`: one page of one's own matches that are over. Rejects with a `CallError`. */
export const fetchHistory = ({ asset, cursor }: Asked, signal?: AbortSignal): Promise<HistoryPage> =>
  getData(`/api/game/history${formatQuery({ asset, cursor })}`, historyPageSchema, signal)
