import { expect, it } from 'vitest'
import { describeDatabase } from '../../db/testing.ts'
import { openLobby } from '../lobby/lobby.ts'
import { rematches } from '../lobby/rematch.ts'
import { setStage, trial } from '../testing.ts'
import type { World } from '../world.ts'
import { handOver } from './hand-over.ts'
import { holdShards } from './held.ts'

describeDatabase('shards that no one takes', (open) => {
  it('go on with what gathers in them as if nothing had been', async () => {
    const stage = await setStage(await open())
    const [one, other] = [await stage.guest(), await stage.guest()]
    const held = holdShards()
    const world: World = { ...stage.host.world, shards: held }
    const lobby = openLobby(world)
    held.open(stage.host.world.shards.all())
    const find = (playerId: string) => lobby.find({ ...trial, playerId })
    const { data } = await find(one.id)
    const shards = new Set(held.all())
    const kept = await handOver(
      world,
      { held, isOurs: () => true, rematches: rematches(world) },
      { shards, to: 'no-one' },
    )
    expect(kept).toHaveLength(64)
    expect((await find(other.id)).data).toEqual(data)
    lobby.close()
  })
})
