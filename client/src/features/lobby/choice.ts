import type { Balance } from '@minefall/shared/contracts/live'
import type { Table } from '@minefall/shared/contracts/rest'
import type { Asset, Coins } from '@minefall/shared/game'
import { lowestStake } from './filters.ts'

/** What to play for at a table: the queue besides its name. */
export type Choice = { stake: Coins; asset: Asset }

/** What somebody asked for, which a table may not offer. */
export type Wanted = { stake?: string | undefined; asset?: string | undefined }

/** What a purse holds; null while nobody knows, and for trial coins, which are refilled for each trial. */
export const heldIn = (balance: Balance | null, asset: Asset): Coins | null =>
  balance && asset !== 'trial' ? balance[asset] : null

/** Whether this stake can be paid with these coins now; what nobody knows yet can. */
export const canPay = (balance: Balance | null, { stake, asset }: Choice): boolean => {
  const held = heldIn(balance, asset)
  return held === null || BigInt(held) >= BigInt(stake)
}

/**
 * What to choose at a table at first: what was wanted as far as it is offered and can be paid; otherwise the first
 * purse that can pay, and the lowest stake. Null for a table that offers nothing.
 */
export const chooseFor = (
  table: Pick<Table, 'assets' | 'stakes'>,
  balance: Balance | null,
  wanted: Wanted,
): Choice | null => {
  const lowest = lowestStake([table])
  const liked = table.assets.filter((asset) => asset === wanted.asset)
  const assets = [...liked, ...table.assets]
  if (lowest === null || assets.length === 0) return null
  const stake = table.stakes.find((offered) => offered === wanted.stake) ?? lowest
  const first = (at: Coins) => assets.find((asset) => canPay(balance, { stake: at, asset }))
  // The wanted purse counts for more than the wanted stake.
  const [own] = liked
  if (own && canPay(balance, { stake, asset: own })) return { stake, asset: own }
  if (own && canPay(balance, { stake: lowest, asset: own })) return { stake: lowest, asset: own }
  const able = first(stake)
  if (able) return { stake, asset: able }
  return { stake: lowest, asset: first(lowest) ?? assets[0] ?? 'coin' }
}
