import type { MatchId } from '@minefall/shared/game'
import { describe, expect, test } from 'vitest'
import { runCheck } from '../../harness/check.ts'
import { programs } from '../../load/repository.ts'
import { balanceOf, balancesOf, having, newAccount, newAccounts } from './accounts.ts'
import type { Ground } from './ground.ts'
import { historyOf } from './records.ts'
import { leave } from './seats.ts'

/** What lies in a match's escrow, in whole coins; null before there is one. */
const potOf = async ({ db }: Ground, matchId: MatchId): Promise<unknown> => {
  const { rows } = await db.query(`select posted from account where kind = 'match' and owner = $1`, [matchId])
  return rows[0]?.posted ?? null
}

/** Coins on their whole way through a match. */
export const battleCases = (ground: () => Ground) => {
  describe.each(['coin', 'promo'] as const)('five accounts at Classic in %s', (asset) => {
    test('stake, play, and are paid to the unit, and every way of asking agrees', async () => {
      const five = await newAccounts(ground(), 5, { [asset]: 1_000n })
      const before = await balancesOf(ground(), five)
      const have = async (amounts: readonly (readonly [available: bigint, held?: bigint])[]) =>
        expect(await balancesOf(ground(), five)).toEqual(
          before.map((balance, index) => having(balance, asset, ...(amounts[index] ?? [0n]))),
        )
      await have(five.map(() => [1_000n]))

      const join = ({ player }: (typeof five)[number]) => player.join('mines-classic', '100', asset)
      const ids = await Promise.all(five.slice(0, 4).map(join))
      await have([...ids.map(() => [900n, 100n] as const), [1_000n]])
      for (const account of five.slice(4)) ids.push(await join(account))
      const [matchId] = ids
      if (!matchId) throw new Error('no one sat down')
      expect(new Set(ids).size).toBe(1)

      for (const { player } of five) await player.until(({ phase }) => phase === 'playing')
      await have(five.map(() => [900n]))
      expect(await potOf(ground(), matchId)).toBe(500n)

      const ends = await Promise.all(five.map(({ player }) => player.play()))
      const winner = five.findIndex(({ player }) => {
        const seat = player.seat()
        return seat !== null && ends[0]?.table[seat]?.out === undefined
      })
      for (const { asset: played, stake, result } of ends)
        expect({ played, stake, result }).toMatchObject({
          played: asset,
          stake: '100',
          result: {
            outcome: 'settled',
            reason: 'won',
            payouts: [{ seat: five[winner]?.player.seat(), amount: '500' }],
            rake: '0',
          },
        })
      await have(five.map((_, index) => [index === winner ? 1_400n : 900n]))
      expect(await potOf(ground(), matchId)).toBe(0n)
      for (const [index, { token, player }] of five.entries()) {
        const hasWon = index === winner
        expect(await historyOf(ground().server.url, token)).toMatchObject([
          {
            matchId,
            gameId: 'mines-classic',
            asset,
            stake: '100',
            seat: player.seat(),
            outcome: hasWon ? 'won' : 'lost',
            place: ends[0]?.table[player.seat() ?? -1]?.out?.place ?? 1,
            payout: hasWon ? '500' : '0',
            private: false,
            rematch: false,
          },
        ])
      }
    })
  })

  test('a player who leaves while the table gathers gets the stake back, and those who stay keep theirs set aside', async () => {
    const [one, other] = [
      await newAccount(ground(), { coin: 100n }),
      await newAccount(ground(), { coin: 100n }),
    ]
    const before = await balancesOf(ground(), [one, other])
    const ids = [
      await one.player.join('mines-royale', '100', 'coin'),
      await other.player.join('mines-royale', '100', 'coin'),
    ]
    const [matchId] = ids
    if (!matchId) throw new Error('no one sat down')
    expect(ids[1]).toBe(matchId)
    const [held] = await balancesOf(ground(), [one, other])
    await leave(one.player, matchId)
    const [released, kept] = await balancesOf(ground(), [one, other])
    expect([released, kept]).toEqual(
      before.map((balance, index) =>
        having(balance, 'coin', index === 0 ? 100n : 0n, index === 0 ? 0n : 100n),
      ),
    )
    expect(released?.version).toBeGreaterThan(held?.version ?? Number.NaN)
    expect(await potOf(ground(), matchId)).toBeNull()
    await leave(other.player, matchId)
    expect(await balanceOf(ground(), other)).toMatchObject({ coin: '100', held: { coin: '0' } })
  })

  test('what was played at Clues is judged and rated, and comes out the same when computed again beside the program', async () => {
    const four = await newAccounts(ground(), 4, { coin: 100n, promo: 100n })
    for (const asset of ['coin', 'promo'] as const) {
      await Promise.all(four.map(({ player }) => player.join('mines-clues', '10', asset)))
      await Promise.all(four.map(({ player }) => player.play()))
    }
    const { db, url } = ground()
    const waiting = async () =>
      (await db.query('select match_id from match_unjudged union select match_id from match_uncounted')).count
    await expect.poll(waiting).toBe(0)

    const audit = await runCheck(programs.luckAudit, { DATABASE_URL: url }, ['--recompute'])
    expect(audit).toMatchObject({ code: 0, err: '' })
    const lines = audit.out.split('\n')
    expect(lines.filter((line) => four.some(({ id }) => line.startsWith(id)))).toHaveLength(4)
    expect(lines.at(-2)).toBe('All matches come out the same.')
    expect(await runCheck(programs.ratingsRecompute, { DATABASE_URL: url })).toEqual({
      code: 0,
      out: 'The ratings follow from 2 rated matches, to the last digit.\n',
      err: '',
    })
  })
}
