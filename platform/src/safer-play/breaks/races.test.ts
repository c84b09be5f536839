import { randomUUID } from 'node:crypto'
import { type MatchId, matchIdSchema } from '@minefall/shared/game'
import { expect, it, onTestFinished } from 'vitest'
import { describeDatabase } from '../../db/testing.ts'
import { isRefusal } from '../../http/index.ts'
import { receiveGift } from '../../rewards/gifts/receive.ts'
import { placeDeposit } from '../../wallet/deposits/place-deposit.ts'
import { openDeposits, usual } from '../../wallet/deposits/testing.ts'
import { clean, openTables, queues } from '../testing-tables.ts'
import { beginBreak } from './begin-break.ts'
import { raceBreaksWithLastSeats } from './testing-races.ts'

const gifts = [
  ...Array.from({ length: 7 }, (_, index) => `level-${index + 2}`),
  ...['daily', 'weekly', 'monthly'],
]

describeDatabase('breaks that race', (open) => {
  it('lose no hold against the last seat of a match', async () => {
    await raceBreaksWithLastSeats(await open(), 12)
  })

  it.each([
    ['time-out', 1],
    ['self-exclusion', null],
  ] as const)(
    'let nothing through after the answer: a %s against 50 sits, deposits and gifts',
    async (kind, days) => {
      const db = await open()
      const at = await openTables(db)
      const wallet = await openDeposits(db)
      onTestFinished(wallet.close)
      const walletWorld = { ...wallet.world, clock: at.clock }
      const me = await at.player()
      const tables: MatchId[] = []
      for (let nth = 0; nth < 4; nth++) {
        const host = await at.player()
        const asked = await at.bus.request('lobby.host', { ...queues.four, playerId: host.id })
        tables.push(matchIdSchema.parse(asked.data?.matchId))
      }
      // Matches of long ago, which earned the gifts.
      await db.query(
        `with seat as (
           insert into counted_seat (player_id, ended_at, match_id, game_id, asset, stake, won)
           select $1, timestamptz '2025-01-01' + n * interval '1 minute', $2, 'mines-duel', 'coin', 1000, false
           from generate_series(1, 400) as n
         )
         insert into player_progress (player_id, matches, staked) values ($1, 400, 400000)`,
        [me.id, tables[0]],
      )
      const counted = async () => {
        const count = async (of: string) =>
          (await db.query(`select from ${of} where player_id = $1`, [me.id])).count
        return {
          orders: await count('wallet_order'),
          gifts: await count('gift_claim'),
          seats: await count('seated'),
        }
      }
      const sit = async (nth: number) => {
        const matchId = tables[nth % tables.length]
        if (!matchId) throw new Error('there is no table')
        return (await me.sit(matchId)).code
      }
      const codeOf = (answer: unknown) => (isRefusal(answer) ? answer.refused : 200)
      const deposit = async () => {
        const body = {
          ...usual,
          method: 'alipay' as const,
          total: '1012.00',
          key: randomUUID(),
          accepted: walletWorld.terms,
        }
        return codeOf(await placeDeposit(walletWorld, me.id, body))
      }
      const rewards = { db, bus: at.bus, clock: at.clock, log: at.at.world.log }
      const settings = { barredCountries: [], pairCoinsMost: 1n }
      const receive = async (name: string) => codeOf(await receiveGift({ ...rewards, settings }, me.id, name))

      const early = [sit(0), deposit(), ...gifts.slice(0, 3).map(receive)]
      const pause = beginBreak(at.at.world, me.id, kind === 'time-out' ? { kind, days } : { kind, days })
      const rest = [
        ...Array.from({ length: 22 }, (_, nth) => sit(nth)),
        ...Array.from({ length: 16 }, deposit),
        ...gifts.slice(3).map(receive),
      ]
      expect(early.length + rest.length).toBe(50)
      expect(await pause).toBeNull()
      const atAnswer = await counted()
      const codes = await Promise.all([...early, ...rest])
      await at.stage.host.idle()
      const after = await counted()
      expect(after).toEqual({ ...atAnswer, seats: 0 })
      expect(after.orders + after.gifts).toBeLessThanOrEqual(codes.filter((code) => code === 200).length)
      for (const code of codes) expect([200, 1305, 1605, 1702]).toContain(code)
      expect(await at.heldOf(me.id)).toBe(0n)
      // And nothing more, whatever is asked for now.
      expect([await sit(0), await deposit(), await receive('level-8')]).toEqual([1702, 1702, 1702])
      expect(await counted()).toEqual(after)
      expect(await at.ledger()).toEqual(clean)
    },
  )
})
