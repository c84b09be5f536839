import { randomBytes } from 'node:crypto'
import { fund } from '@minefall/platform/testing-fund'
import type { Balance } from '@minefall/shared/contracts/live'
import { balanceAnswerSchema, userSchema } from '@minefall/shared/contracts/rest'
import type { Asset } from '@minefall/shared/game'
import { expect } from 'vitest'
import { bearer, get, signInByCode } from '../../harness/accounts.ts'
import { connectPlayer, type Player, type Seeds } from '../../harness/player.ts'
import { told, welcomeOf } from '../../harness/told.ts'
import type { Ground } from './ground.ts'
import { expectExplained } from './records.ts'

/** An account that is signed in, with a tab that is open. */
export type Account = {
  id: string
  contact: string
  token: string
  deviceId: string
  seeds: Seeds
  /** The first tab. */
  player: Player
  /** The balance that was read last, to hold the next one against. */
  last: Balance | null
}

export const hex = (bytes: number) => randomBytes(bytes).toString('hex')

/** Opens another tab of an account, which ends with the test. */
export const openTab = async (
  { server, open }: Ground,
  { deviceId, seeds, token }: Pick<Account, 'deviceId' | 'seeds' | 'token'>,
): Promise<Player> => {
  const player = await connectPlayer(server.url, deviceId, seeds, token)
  open.push(player)
  return player
}

/** Registers someone new who owns these coins and no others, and opens a tab. */
export const newAccount = async (
  ground: Ground,
  coins: Partial<Record<Asset, bigint>> = {},
): Promise<Account> => {
  const [contact, deviceId, seeds] = [`${hex(8)}@home.example`, hex(16), new Map()]
  const { id, token } = await signInByCode(ground.server.url, { contact, deviceId })
  for (const [asset, amount] of Object.entries(coins) as [Asset, bigint][])
    await fund(ground.db, id, asset, amount)
  const player = await openTab(ground, { deviceId, seeds, token })
  return { id, contact, token, deviceId, seeds, player, last: null }
}

/** As many new accounts with the same coins. */
export const newAccounts = (ground: Ground, count: number, coins: Partial<Record<Asset, bigint>>) =>
  Promise.all(Array.from({ length: count }, () => newAccount(ground, coins)))

/** The newest balance that a tab heard; what was reported under one version never differs. */
const newestTold = (player: Player): Balance | null => {
  const byVersion = new Map<number, Balance>()
  for (const balance of [welcomeOf(player)?.balance, ...told(player, 'balance')]) {
    if (!balance) continue
    expect(balance).toEqual(byVersion.get(balance.version) ?? balance)
    byVersion.set(balance.version, balance)
  }
  return byVersion.get(Math.max(...byVersion.keys())) ?? null
}

/**
 * What an account owns, by every way of asking, which agree to the unit: REST, the open tab, a tab that is opened now and
 * one that signs in, statement and history. Nothing is changing in the meantime; the open tab may still be on its way to know.
 * Versions only grow.
 */
export const balanceOf = async (ground: Ground, account: Account): Promise<Balance> => {
  const { token, deviceId, player, last } = account
  const read = async (path: string) => (await get(ground.server.url, path, bearer(token))).data
  const { coins, ...balance } = balanceAnswerSchema.parse(await read('user/getBalance'))
  const user = userSchema.parse(await read('user/getUserInfo'))
  const shown = Number(balance.coin) + Number(balance.promo)
  expect({ balance: coins, user: user.coins }).toEqual({ balance: shown, user: shown })
  expect(await read('wallet/balance')).toEqual(balance)
  await expectExplained(ground.server.url, token, balance)
  await expect.poll(() => newestTold(player)).toEqual(balance)
  const tab = await connectPlayer(ground.server.url, deviceId, new Map(), token)
  expect(welcomeOf(tab)?.balance).toEqual(balance)
  expect((await tab.ask('session.use', { token })).data?.balance).toEqual(balance)
  tab.leave()
  if (last) {
    expect(balance.version).toBeGreaterThanOrEqual(last.version)
    if (balance.version === last.version) expect(balance).toEqual(last)
  }
  account.last = balance
  return balance
}

export const balancesOf = (ground: Ground, accounts: readonly Account[]): Promise<Balance[]> =>
  Promise.all(accounts.map((account) => balanceOf(ground, account)))

/** The balance that someone has who had `before`, when this much of one asset is available and held. */
export const having = (before: Balance, asset: Asset, available: bigint, held = 0n): Balance => ({
  ...before,
  version: expect.any(Number),
  [asset]: String(available),
  held: { ...before.held, [asset]: String(held) },
})
