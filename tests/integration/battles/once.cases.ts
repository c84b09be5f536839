import { bodyCode } from '@minefall/shared/contracts'
import { describe, expect, test } from 'vitest'
import { signInByCode } from '../../harness/accounts.ts'
import { type Account, balanceOf, having, hex, newAccount, openTab } from './accounts.ts'
import type { Ground } from './ground.ts'
import { codesOf, find, leave, leaving, sitting } from './seats.ts'

const many = 50

/** A second tab, and a tab of the same account on another device. */
const otherTabs = async (ground: Ground, account: Account) => {
  const deviceId = hex(16)
  const { token } = await signInByCode(ground.server.url, { contact: account.contact, deviceId })
  return [
    await openTab(ground, account),
    await openTab(ground, { deviceId, token, seeds: new Map() }),
  ] as const
}

/** One stake, one seat, whatever is sent at the same time. */
export const onceCases = (ground: () => Ground) => {
  describe(`${many} equal stakes at once`, () => {
    test('under one command id have one effect and one answer, over two tabs', async () => {
      const account = await newAccount(ground(), { coin: 1_000n })
      const before = await balanceOf(ground(), account)
      const second = await openTab(ground(), account)
      const matchId = await find(account.player, 'mines-classic', '10', 'coin')
      const command = sitting(matchId)
      const answers = await Promise.all(
        Array.from({ length: many }, (_, index) =>
          (index % 2 ? second : account.player).ask('match.sit', command),
        ),
      )
      expect(codesOf(answers)).toEqual({ [bodyCode.ok]: many })
      for (const { data } of answers) expect(data).toEqual(answers[0]?.data)
      expect(await balanceOf(ground(), account)).toEqual(having(before, 'coin', 990n, 10n))
      await leave(account.player, matchId)
      // Sent once more it is what it was, and takes no second seat.
      expect(await account.player.ask('match.sit', command)).toMatchObject({
        code: bodyCode.ok,
        data: answers[0]?.data,
      })
      expect(await balanceOf(ground(), account)).toEqual(having(before, 'coin', 1_000n))
    })

    test('under as many command ids have one effect', async () => {
      const account = await newAccount(ground(), { promo: 1_000n })
      const before = await balanceOf(ground(), account)
      const matchId = await find(account.player, 'mines-classic', '10', 'promo')
      const answers = await Promise.all(
        Array.from({ length: many }, () => account.player.ask('match.sit', sitting(matchId))),
      )
      expect(codesOf(answers)).toEqual({ [bodyCode.ok]: 1, [bodyCode.seatedElsewhere]: many - 1 })
      expect(await balanceOf(ground(), account)).toEqual(having(before, 'promo', 990n, 10n))
      await leave(account.player, matchId)
      expect(await balanceOf(ground(), account)).toEqual(having(before, 'promo', 1_000n))
    })
  })

  describe('an account in two tabs and on another device', () => {
    test('sits once at one match', async () => {
      const account = await newAccount(ground(), { coin: 1_000n })
      const before = await balanceOf(ground(), account)
      const tabs = [account.player, ...(await otherTabs(ground(), account))]
      const matchId = await find(account.player, 'mines-classic', '1000', 'coin')
      const answers = await Promise.all(tabs.map((tab) => tab.ask('match.sit', sitting(matchId))))
      expect(codesOf(answers)).toEqual({ [bodyCode.ok]: 1, [bodyCode.seatedElsewhere]: 2 })
      expect(await balanceOf(ground(), account)).toEqual(having(before, 'coin', 0n, 1_000n))
      await leave(account.player, matchId)
    })

    test('sits once at matches of two stakes and of four tables', async () => {
      const account = await newAccount(ground(), { coin: 10_000n })
      const before = await balanceOf(ground(), account)
      const tabs = [account.player, ...(await otherTabs(ground(), account))]
      const queues = [
        ['mines-duel', '100'],
        ['mines-duel', '1000'],
        ['mines-royale', '100'],
        ['mines-royale', '1000'],
        ['mines-classic', '1000'],
        ['mines-clues', '1000'],
      ] as const
      const matches = await Promise.all(
        queues.map(async ([gameId, stake]) => ({
          matchId: await find(account.player, gameId, stake, 'coin'),
          stake: BigInt(stake),
        })),
      )
      const answers = await Promise.all(
        matches.map(async ({ matchId, stake }, index) => {
          const tab = tabs[index % tabs.length] ?? account.player
          return { matchId, stake, ...(await tab.ask('match.sit', sitting(matchId))) }
        }),
      )
      expect(codesOf(answers)).toEqual({ [bodyCode.ok]: 1, [bodyCode.seatedElsewhere]: queues.length - 1 })
      const sat = answers.find(({ code }) => code === bodyCode.ok)
      if (!sat) throw new Error('no one sat down')
      expect(await balanceOf(ground(), account)).toEqual(
        having(before, 'coin', 10_000n - sat.stake, sat.stake),
      )
      // Any device may give up the seat of the account, once.
      const left = await Promise.all(tabs.map((tab) => tab.ask('match.leave', leaving(sat.matchId))))
      expect(codesOf(left)).toEqual({ [bodyCode.ok]: 1, [bodyCode.notSeated]: 2 })
      expect(await balanceOf(ground(), account)).toEqual(having(before, 'coin', 10_000n))
    })
  })
}
