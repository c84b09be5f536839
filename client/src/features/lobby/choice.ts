import type { Balance } from '@minefall/shared/contracts/live'
import type { Table } from '@minefall/shared/contracts/rest'
import type { Asset, Coins } from '@minefall/shared/game'
import { useState } from 'react'
import { useBalance } from '../../calls/use-balance.ts'
import { tabStore } from '../../lib/storage.ts'
import { lowestStake } from '../../lib/tables.ts'
import { useSession } from '../../machines/session/index.ts'

const keyOf = (gameId: string) => `choice.${gameId}`

/** What was chosen at this table before, in this visit. */
const kept = (gameId: string): Wanted => {
  const [stake, asset] = (tabStore.get(keyOf(gameId)) ?? '').split(' ')
  return { stake, asset }
}

/** A player's own coins; null for a guest, who owns none that could be staked at a table for coins. */
export const useStakeable = (): Balance | null => {
  const isSignedIn = useSession((session) => session.hasTag('signedIn'))
  const balance = useBalance()
  return isSignedIn ? balance : null
}

/** The stake and the coins chosen at a table, remembered for the visit; `first` counts until something is chosen. */
export const useChoice = (
  table: Table,
  first: Wanted = {},
): { choice: Choice | null; balance: Balance | null; choose(choice: Choice): void } => {
  const balance = useStakeable()
  const [wanted, want] = useState<Wanted>(() => {
    const before = kept(table.gameId)
    return { stake: first.stake ?? before.stake, asset: first.asset ?? before.asset }
  })
  return {
    choice: chooseFor(table, balance, wanted),
    balance,
    choose(choice) {
      want(choice)
      tabStore.set(keyOf(table.gameId), `${choice.stake} ${choice.asset}`)
    },
  }
}

/** What to play for at a table: the queue besides its name. */
export type Choice = { stake: Coins; asset: Asset }

/** What someone asked for, which a table may not offer. */
type Wanted = { stake?: string | undefined; asset?: string | undefined }

/** What a purse holds; null while no one knows, and for trial coins, which are refilled for each trial. */
export const heldIn = (balance: Balance | null, asset: Asset): Coins | null =>
  balance && asset !== 'trial' ? balance[asset] : null

/** Whether this stake can be paid with these coins now; what no one knows yet can. */
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
