import type { Balance } from '@minefall/shared/contracts/live'
import {
  type HistoryMatch,
  historyPageSchema,
  type StatementEntry,
  statementPageSchema,
} from '@minefall/shared/contracts/rest'
import { type Asset, assetSchema } from '@minefall/shared/game'
import { expect } from 'vitest'
import { bearer, get } from '../../harness/accounts.ts'

/** Small enough for a list of a few entries to have several pages. */
const pageSize = 3

/** A whole list, page by page, as its cursors lead. */
const whole = async <T>(
  read: (query: string) => Promise<{ items: T[]; next: string | null }>,
): Promise<T[]> => {
  const all: T[] = []
  let next: string | null = null
  do {
    const cursor: string = next === null ? '' : `&cursor=${encodeURIComponent(next)}`
    const page: { items: T[]; next: string | null } = await read(`?limit=${pageSize}${cursor}`)
    all.push(...page.items)
    next = page.next
  } while (next !== null)
  return all
}

const statementOf = (url: string, token: string): Promise<StatementEntry[]> =>
  whole(async (query) =>
    statementPageSchema.parse((await get(url, `wallet/statement${query}`, bearer(token))).data),
  )

export const historyOf = (url: string, token: string): Promise<HistoryMatch[]> =>
  whole(async (query) =>
    historyPageSchema.parse((await get(url, `game/history${query}`, bearer(token))).data),
  )

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)

const netOf = ({ payout, stake }: HistoryMatch): bigint => BigInt(payout) - BigInt(stake)

/** Every coin of one asset has its entry, and each says what it left behind. */
const expectAccounted = (entries: readonly StatementEntry[], asset: Asset, balance: Balance) => {
  const own = entries.filter((entry) => entry.asset === asset)
  const owned = BigInt(balance[asset]) + BigInt(balance.held[asset])
  expect({ asset, entries: sum(own.map(({ amount }) => BigInt(amount))) }).toEqual({ asset, entries: owned })
  let after = owned
  for (const { balanceAfter, amount } of own) {
    expect(BigInt(balanceAfter)).toBe(after)
    after -= BigInt(amount)
  }
}

/**
 * Holds a balance to the account's statement and history. A match that is over moved what its history says; one that runs
 * has taken the stake and no more.
 */
export const expectExplained = async (url: string, token: string, balance: Balance): Promise<void> => {
  const [entries, matches] = await Promise.all([statementOf(url, token), historyOf(url, token)])
  for (const asset of assetSchema.options) expectAccounted(entries, asset, balance)
  const moved = new Map<string, bigint>()
  for (const { match, amount } of entries)
    if (match) moved.set(match.matchId, (moved.get(match.matchId) ?? 0n) + BigInt(amount))
  for (const match of matches) {
    expect({ ...match, moved: moved.get(match.matchId) ?? 0n }).toEqual({ ...match, moved: netOf(match) })
    moved.delete(match.matchId)
  }
  for (const [matchId, amount] of moved) {
    expect(entries.filter(({ match }) => match?.matchId === matchId)).toMatchObject([{ kind: 'stakes' }])
    expect(amount).toBeLessThan(0n)
  }
}
