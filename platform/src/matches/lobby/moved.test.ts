import { expect, it } from 'vitest'
import { describeDatabase } from '../../db/testing.ts'
import { setStage, trial } from '../testing.ts'
import type { World } from '../world.ts'
import { find, host } from './find.ts'
import { viewGathering } from './gathering.ts'
import { hosting } from './host.ts'
import { openMatch } from './open-match.ts'
import { gatherer } from './queue.ts'
import { account, duel } from './testing-accounts.ts'

/** A node to which its shards were still given when it looked, and which has them no more when it comes to them. */
const givingAway = (world: World): World => ({
  ...world,
  shards: {
    ...world.shards,
    held(number) {
      const shard = world.shards.held(number)
      return shard && { ...shard, held: false }
    },
  },
})

describeDatabase('a shard that is given away while someone looks for a match', (open) => {
  it('has the match that is opened in it opened by its new owner', async () => {
    const stage = await setStage(await open())
    const world = givingAway(stage.host.world)
    const { id: playerId } = await stage.guest()
    const found = await find(world, gatherer(world, viewGathering(2)), { ...trial, playerId })
    expect(found).toMatchObject({ code: 200, data: { taken: 0 } })
    expect([...stage.host.world.matches.keys()]).toEqual([found.data?.matchId])
  })

  it('has the match that was opened in it taken up by its new owner, where the shard goes first', async () => {
    const stage = await setStage(await open())
    const { world } = stage.host
    const { db } = world
    const losing: World = {
      ...world,
      db: {
        ...db,
        journal: {
          ...db.journal,
          async query(text, values) {
            const result = await db.journal.query<never>(text, values)
            if (text.includes('open_match')) for (const shard of world.shards.all()) world.lost(shard)
            return result
          },
        },
      },
    }
    const [shard] = world.shards.all()
    const table = world.tables.get(trial.gameId)
    if (!shard || !table) return expect.fail('there is no shard, or no trial')
    const origin = { open: true, rematchOf: null, invited: null, host: null }
    const queue = { table, stake: trial.stake, asset: trial.asset, origin, invited: null }
    expect(await openMatch(losing, shard, queue)).toBe(null)
    expect((await stage.db.query('select from match')).count).toBe(1)
    expect(world.matches.size).toBe(0)
  })

  it('leaves its hosts to its new owner', async () => {
    const stage = await setStage(await open())
    const { world } = stage.host
    const { id: playerId } = await account(stage, 500n)
    const away = givingAway(world)
    const ask = (asked: World, stake: string) => host(asked, hosting(asked), { ...duel, stake, playerId })
    expect((await ask(away, '100')).code).toBe(1513)

    expect((await ask(world, '100')).code).toBe(200)
    const [match] = world.matches.values()
    if (!match) return expect.fail('no table was opened')
    // The empty table that would make room goes along with its shard.
    const table = world.tables.get(duel.gameId)
    if (!table) return expect.fail('there is no duel')
    let go = () => {}
    const busy = match.inTurn.run(
      () =>
        new Promise<void>((resolve) => {
          go = resolve
        }),
    )
    const asked = hosting(world)({ table, stake: '1000', asset: 'coin' }, playerId)
    match.dropped = true
    go()
    await busy
    expect(await asked).toEqual({ match: null, elsewhere: null })
  })
})
