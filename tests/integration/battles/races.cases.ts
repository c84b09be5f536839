import { bodyCode } from '@minefall/shared/contracts'
import { describe, expect, test } from 'vitest'
import { balanceOf, having, newAccount, openTab } from './accounts.ts'
import type { Ground } from './ground.ts'
import { find, leave, leaving, sit, sitting } from './seats.ts'

const rounds = 10

/** Stake, release and settlement for the same coins at the same time. */
export const raceCases = (ground: () => Ground) => {
  describe('coins for one stake', () => {
    test('are staked once at two tables at once, from two sockets', async () => {
      const account = await newAccount(ground(), { coin: 100n })
      const before = await balanceOf(ground(), account)
      const tabs = [account.player, await openTab(ground(), account)] as const
      for (let round = 0; round < rounds; round += 1) {
        const matches = [
          await find(account.player, 'mines-royale', '100', 'coin'),
          await find(account.player, 'mines-clues', '100', 'coin'),
        ] as const
        const answers = await Promise.all([
          tabs[0].ask('match.sit', sitting(matches[0])),
          tabs[1].ask('match.sit', sitting(matches[1])),
        ])
        const sat = answers.findIndex(({ code }) => code === bodyCode.ok)
        const [matchId, refused] = sat === 0 ? [matches[0], answers[1]] : [matches[1], answers[0]]
        expect(sat).not.toBe(-1)
        expect([bodyCode.seatedElsewhere, bodyCode.notEnoughCoins]).toContain(refused.code)
        expect(await balanceOf(ground(), account)).toEqual(having(before, 'coin', 0n, 100n))
        await leave(account.player, matchId)
      }
      expect(await balanceOf(ground(), account)).toEqual(having(before, 'coin', 100n))
    })

    test('are free again or staked again when a seat is left while another is taken, never both', async () => {
      const account = await newAccount(ground(), { promo: 100n })
      const before = await balanceOf(ground(), account)
      const tabs = [account.player, await openTab(ground(), account)] as const
      for (let round = 0; round < rounds; round += 1) {
        const [left, taken] = [
          await find(account.player, 'mines-royale', '100', 'promo'),
          await find(account.player, 'mines-clues', '100', 'promo'),
        ]
        await sit(account.player, left)
        const [, ...answers] = await Promise.all([
          leave(tabs[0], left),
          ...Array.from({ length: 5 }, () => tabs[1].ask('match.sit', sitting(taken))),
        ])
        const sat = answers.filter(({ code }) => code === bodyCode.ok).length
        expect(sat).toBeLessThanOrEqual(1)
        const balance = await balanceOf(ground(), account)
        expect(balance).toEqual(having(before, 'promo', sat ? 0n : 100n, sat ? 100n : 0n))
        if (sat) await leave(account.player, taken)
      }
      expect(await balanceOf(ground(), account)).toEqual(having(before, 'promo', 100n))
    })

    test('and the pot of them are staked no more than once while the match is settled', async () => {
      const [winner, loser] = [
        await newAccount(ground(), { promo: 100n }),
        await newAccount(ground(), { promo: 100n }),
      ]
      const pair = [winner, loser]
      const scout = await newAccount(ground())
      const next = await find(scout.player, 'mines-royale', '100', 'promo')
      const [ofWinner, ofLoser] = [await balanceOf(ground(), winner), await balanceOf(ground(), loser)]
      const second = await openTab(ground(), winner)
      const matchId = await winner.player.join('mines-duel', '100', 'promo')
      expect(await loser.player.join('mines-duel', '100', 'promo')).toBe(matchId)
      for (const { player } of pair) await player.until(({ phase }) => phase === 'playing')

      const sit = (player: typeof second) => player.ask('match.sit', sitting(next))
      const [left, ...answers] = await Promise.all([
        loser.player.ask('match.leave', leaving(matchId)),
        ...Array.from({ length: 10 }, (_, index) => sit(index % 2 ? second : winner.player)),
        ...Array.from({ length: 5 }, () => sit(loser.player)),
      ])
      expect(left.code).toBe(bodyCode.ok)
      const [wins, losses] = [answers.slice(0, 10), answers.slice(10)]
      // Who is out has nothing left to stake, before and after.
      for (const { code } of losses)
        expect([bodyCode.seatedElsewhere, bodyCode.notEnoughCoins]).toContain(code)
      const sat = wins.filter(({ code }) => code === bodyCode.ok).length
      expect(sat).toBeLessThanOrEqual(1)
      await winner.player.until(({ phase }) => phase === 'settled')
      expect(await balanceOf(ground(), winner)).toEqual(
        having(ofWinner, 'promo', sat ? 100n : 200n, sat ? 100n : 0n),
      )
      expect(await balanceOf(ground(), loser)).toEqual(having(ofLoser, 'promo', 0n))
    })
  })
}
