import { bodyCode } from '@minefall/shared/contracts'
import { type MatchId, matchIdSchema } from '@minefall/shared/game'
import { describe, expect, test } from 'vitest'
import { connectPlayer, hasEnded, type Player } from '../../harness/player.ts'
import { told } from '../../harness/told.ts'
import { balanceOf, having, newAccount, newAccounts, openTab } from './accounts.ts'
import type { Ground } from './ground.ts'
import { codesOf, find, leave, sitToPlay, sitting } from './seats.ts'

const table = { gameId: 'mines-duel', stake: '1000', asset: 'coin' } as const

/** The private table that some tab asks for. */
const host = async (tab: Player): Promise<MatchId> => {
  const { code, msg, data } = await tab.ask('lobby.host', table)
  if (!data) throw new Error(`lobby.host: ${code} ${msg}`)
  return matchIdSchema.parse(data.matchId)
}

/** Tables that are found by their link alone, and what is played again at them. */
export const privateCases = (ground: () => Ground) => {
  describe('a private table', () => {
    test('is one for two tabs that ask at once; a stranger neither finds it nor learns who sits there', async () => {
      const [account, stranger] = [await newAccount(ground(), { coin: 5_000n }), await newAccount(ground())]
      const before = await balanceOf(ground(), account)
      const second = await openTab(ground(), account)
      const asked = await Promise.all(
        Array.from({ length: 10 }, (_, index) => host(index % 2 ? second : account.player)),
      )
      const [matchId] = asked
      if (!matchId) throw new Error('no table was made')
      expect(new Set(asked).size).toBe(1)
      expect(await balanceOf(ground(), account)).toEqual(before)
      expect(await find(stranger.player, table.gameId, table.stake, table.asset)).not.toBe(matchId)
      expect((await stranger.player.ask('match.sit', sitting(matchId))).code).toBe(bodyCode.notEnoughCoins)

      const guest = await connectPlayer(ground().server.url)
      ground().open.push(guest)
      expect((await guest.ask('lobby.host', table)).code).toBe(bodyCode.loginRequired)
      expect((await guest.ask('match.sit', sitting(matchId))).code).toBe(bodyCode.loginRequired)
      const seen = await guest.ask('match.follow', { matchId, seq: null, unacknowledged: [] })
      expect(seen.data).toMatchObject({ private: true, seat: null })

      const tabs = [account.player, second]
      const sat = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          (tabs[index % 2] ?? second).ask('match.sit', sitting(matchId)),
        ),
      )
      expect(codesOf(sat)).toEqual({ [bodyCode.ok]: 1, [bodyCode.seatedElsewhere]: 9 })
      expect(await balanceOf(ground(), account)).toEqual(having(before, 'coin', 4_000n, 1_000n))
      await leave(second, matchId)
      expect(await balanceOf(ground(), account)).toEqual(having(before, 'coin', 5_000n))
    })

    test('is played and played again by the same two, each with one seat whatever their tabs do', async () => {
      const [one, two] = await newAccounts(ground(), 2, { coin: 5_000n })
      if (!one || !two) throw new Error('no one is there')
      const matchId = await host(one.player)
      expect(await sitToPlay(one, one.player, matchId)).toBe(bodyCode.ok)
      expect(await sitToPlay(two, two.player, matchId)).toBe(bodyCode.ok)
      await two.player.until(({ phase }) => phase === 'playing')
      await leave(two.player, matchId)
      await one.player.until(hasEnded)

      const second = await openTab(ground(), one)
      await second.follow(matchId)
      const agreed = [one.player, second, two.player].map((tab) => tab.ask('match.rematch', { matchId }))
      for (const { code } of await Promise.all(agreed)) expect(code).toBe(bodyCode.ok)
      const nextOf = () => told(two.player, 'match.rematch').at(-1)?.next ?? null
      await expect.poll(nextOf, { timeout: 60_000 }).not.toBeNull()
      const next = matchIdSchema.parse(nextOf())
      const sat = await Promise.all([
        one.player.ask('match.sit', sitting(next)),
        second.ask('match.sit', sitting(next)),
      ])
      expect(codesOf(sat)).toEqual({ [bodyCode.ok]: 1, [bodyCode.seatedElsewhere]: 1 })
      const { rows } = await ground().db.query('select private, rematch_of from match where id = $1', [next])
      expect(rows).toEqual([{ private: true, rematch_of: matchId }])
      await leave(one.player, next)
    })
  })
}
