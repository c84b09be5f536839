import { balanceSchema } from '@minefall/shared/contracts/live'
import { expect, it } from 'vitest'
import type { Database, Sql } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { type Stage, setStage } from '../testing.ts'

/** A database in which balances can't be read while `away` is true. */
const withoutBalances = (db: Database) => {
  const fault = { away: false, struck: 0 }
  const query: Sql['query'] = async (text, values) => {
    if (fault.away && text.includes('from player_balance')) {
      fault.struck += 1
      throw new Error('Connection terminated unexpectedly')
    }
    return db.query<never>(text, values)
  }
  return { fault, db: { ...db, query } satisfies Database }
}

const told = ({ published }: Stage, playerId: string) =>
  published
    .filter(({ name, key }) => name === 'player.balance' && key === playerId)
    .map(({ payload }) => balanceSchema.parse(payload))

describeDatabase('a balance that can’t be read', (open) => {
  it('is reported as soon as it can, once, even if it changed in the meantime', async () => {
    const { db, fault } = withoutBalances(await open())
    const stage = await setStage(db)
    const guest = await stage.guest()
    await guest.find()
    const [matchId] = [...stage.host.world.matches.keys()]
    if (!matchId) throw new Error('no match was opened')
    fault.away = true
    expect((await guest.sit(matchId)).code).toBe(200)
    expect(await guest.leave(matchId)).toBe(200)
    for (let steps = 0; steps < 4; steps += 1) await stage.clock.advance(500)
    expect(fault.struck).toBeGreaterThan(3)
    expect(told(stage, guest.id)).toEqual([])

    fault.away = false
    await stage.clock.advance(1_000)
    await stage.host.idle()
    expect(told(stage, guest.id)).toMatchObject([{ trial: '1000', held: { trial: '0' } }])
  })

  it('does not hold up the end of the host', async () => {
    const { db, fault } = withoutBalances(await open())
    const stage = await setStage(db)
    const guest = await stage.guest()
    await guest.find()
    const [matchId] = [...stage.host.world.matches.keys()]
    if (!matchId) throw new Error('no match was opened')
    fault.away = true
    expect((await guest.sit(matchId)).code).toBe(200)
    await stage.host.close()
    expect(told(stage, guest.id)).toEqual([])
  })
})
