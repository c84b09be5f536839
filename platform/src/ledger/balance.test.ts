import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { callAll } from '../db/index.ts'
import { describeDatabase } from '../db/testing.ts'
import { balanceOf, balancesOf, holdStake } from './index.ts'
import { fund, newPlayer, openMatch, player } from './testing.ts'

describeDatabase('balances', (open) => {
  it('of several players are read at once, in the order asked, also of one without an account', async () => {
    const db = await open()
    const [anna, ben, nobody] = [
      await newPlayer(db, 'coin', 70n),
      await newPlayer(db, 'trial', 30n),
      randomUUID(),
    ]
    await fund(db, anna, 'promo', 5n)
    const matchId = await openMatch(db, 'coin')
    await callAll(db, [holdStake({ matchId, party: player(anna), asset: 'coin', amount: 20n })])
    const none = { coin: '0', promo: '0', trial: '0' }
    expect(await balancesOf(db, [ben, nobody, anna, ben])).toEqual([
      { version: 1, ...none, trial: '30', held: none },
      { version: 0, ...none, held: none },
      { version: 3, ...none, coin: '50', promo: '5', held: { ...none, coin: '20' } },
      { version: 1, ...none, trial: '30', held: none },
    ])
    expect(await balanceOf(db, anna)).toEqual((await balancesOf(db, [anna]))[0])
  })
})
