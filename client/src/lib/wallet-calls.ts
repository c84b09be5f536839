import { type StatementEntry, statementPageSchema } from '@minefall/shared/contracts'
import type { Asset } from '@minefall/shared/game'
import { getData } from './api.ts'

export type StatementPage = { items: StatementEntry[]; next: string | null }

/** A page of the statement: from `cursor` on, or from the newest entry. Rejects with a `CallError`. */
export const fetchStatement = (
  { cursor, asset }: { cursor: string | null; asset: Asset | null },
  signal: AbortSignal,
): Promise<StatementPage> => {
  const query = new URLSearchParams()
  if (cursor !== null) query.set('cursor', cursor)
  if (asset !== null) query.set('asset', asset)
  return getData(`/api/wallet/statement?${query}`, statementPageSchema, signal)
}
