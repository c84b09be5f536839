import { bodyCode } from '@minefall/shared/contracts'
import { expect, test } from 'vitest'
import { connectPlayer } from '../../harness/player.ts'
import { welcomeOf } from '../../harness/told.ts'
import { balanceOf, balancesOf, having, newAccount, newAccounts } from './accounts.ts'
import type { Ground } from './ground.ts'
import { find, leave, sit, sitting } from './seats.ts'

/** Who may not sit, and what never meets. */
export const refusalCases = (ground: () => Ground) => {
  test('a guest is asked to sign in, by the lobby and at the table, and keeps what they have', async () => {
    const host = await newAccount(ground(), { coin: 1_000n })
    const matchId = await find(host.player, 'mines-clues', '1000', 'coin')
    const guest = await connectPlayer(ground().server.url)
    const queue = { gameId: 'mines-clues', stake: '1000', asset: 'coin' } as const
    expect((await guest.ask('lobby.find', queue)).code).toBe(bodyCode.loginRequired)
    expect((await guest.ask('match.sit', sitting(matchId))).code).toBe(bodyCode.loginRequired)
    await host.player.follow(matchId)
    expect(host.player.state()?.table).toEqual([null, null, null, null])
    const again = await connectPlayer(ground().server.url, guest.deviceId)
    expect(welcomeOf(again)).toMatchObject({ seated: null, balance: welcomeOf(guest)?.balance })
    for (const each of [guest, again]) each.leave()
  })

  test('too few coins of the table’s kind are refused, whatever else one owns, and nothing changes', async () => {
    const host = await newAccount(ground(), { coin: 100n })
    const matchId = await find(host.player, 'mines-clues', '100', 'coin')
    const poor = await newAccount(ground(), { coin: 99n, promo: 5_000n })
    const before = await balanceOf(ground(), poor)
    expect((await poor.player.ask('match.sit', sitting(matchId))).code).toBe(bodyCode.notEnoughCoins)
    expect(await balanceOf(ground(), poor)).toEqual(before)
    await host.player.follow(matchId)
    expect(host.player.state()?.table).toEqual([null, null, null, null])
    // Nor are they kept from a seat that they can pay.
    const affordable = await find(poor.player, 'mines-clues', '10', 'coin')
    await sit(poor.player, affordable)
    expect(await balanceOf(ground(), poor)).toEqual(having(before, 'coin', 89n, 10n))
    await leave(poor.player, affordable)
  })

  test('coins and bonus coins never meet in a match, however many come at once', async () => {
    const four = await newAccounts(ground(), 4, { coin: 10n, promo: 10n })
    const before = await balancesOf(ground(), four)
    const assets = ['coin', 'promo', 'coin', 'promo'] as const
    const seats = four.flatMap((account, index) => {
      const asset = assets[index]
      return asset ? [{ ...account, asset }] : []
    })
    const ids = await Promise.all(seats.map(({ player, asset }) => player.join('mines-duel', '10', asset)))
    expect([ids[0] === ids[2], ids[1] === ids[3], ids[0] === ids[1]]).toEqual([true, true, false])
    const ends = await Promise.all(seats.map(({ player }) => player.play()))
    expect(ends.map(({ asset }) => asset)).toEqual(assets)
    const won = ends.map(({ table }, index) => table[seats[index]?.player.seat() ?? -1]?.out === undefined)
    expect([won[0] !== won[2], won[1] !== won[3]]).toEqual([true, true])
    expect(await balancesOf(ground(), four)).toEqual(
      before.map((balance, index) => having(balance, assets[index] ?? 'trial', won[index] ? 20n : 0n)),
    )
  })
}
