import { expect, test } from 'vitest'
import { balancesOf, having, newAccounts } from './battles/accounts.ts'
import { ground } from './battles/ground.ts'
import { historyOf } from './battles/records.ts'

/** No time for seeds: whether or not those who mean to reveal theirs are quick enough, this one never does. */
const shared = ground({ REVEAL_MS: '200' })

test.each(['coin', 'promo'] as const)(
  'a match whose seeds are not all revealed gives back every stake in %s to the unit, and says so',
  async (asset) => {
    const five = await newAccounts(shared(), 5, { [asset]: 1_000n })
    const before = await balancesOf(shared(), five)
    const [absent, ...others] = five
    if (!absent) throw new Error('no one is there')
    const matchId = await absent.player.join('mines-classic', '1000', asset)
    expect(await balancesOf(shared(), five)).toEqual(
      before.map((balance, index) =>
        having(balance, asset, index === 0 ? 0n : 1_000n, index === 0 ? 1_000n : 0n),
      ),
    )
    absent.seeds.delete(matchId)
    for (const { player } of others) expect(await player.join('mines-classic', '1000', asset)).toBe(matchId)

    for (const { player } of five)
      expect((await player.until(({ phase }) => phase === 'voided')).result).toMatchObject({
        outcome: 'voided',
        reason: 'seed-missing',
        payouts: [],
      })
    const after = await balancesOf(shared(), five)
    expect(after).toEqual(before.map((balance) => having(balance, asset, 1_000n)))
    for (const { token } of five)
      expect(await historyOf(shared().server.url, token)).toMatchObject([
        { matchId, asset, stake: '1000', outcome: 'refunded', place: null, payout: '1000', startedAt: null },
      ])
    // Held and released: two steps that everyone heard of.
    expect(after.map(({ version }, index) => version - (before[index]?.version ?? 0))).toEqual(
      five.map(() => 2),
    )
  },
)
