import type { Balance } from '@minefall/shared/contracts/live'
import type { Table } from '@minefall/shared/contracts/rest'
import { useState } from 'react'
import { useBalance } from '../../calls/use-balance.ts'
import { tabStore } from '../../lib/storage.ts'
import { useSession } from '../../machines/session/index.ts'
import { type Choice, chooseFor, type Wanted } from './choice.ts'

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
