import { expect, it } from 'vitest'
import { describeDatabase } from '../../db/testing.ts'
import { setStage } from '../testing.ts'
import { keyKeeper } from './log-key.ts'

describeDatabase('the keeper of the key that signs', (open) => {
  it('names it although the shard was on its way to another node, which did not take it', async () => {
    const db = await open()
    const { world } = (await setStage(db)).host
    const shard = world.shards.held(0)
    if (!shard) return expect.fail('the shard is another node’s')
    const runs: Promise<unknown>[] = []
    const keep = keyKeeper({ ...world, background: (work) => void runs.push(work) })
    shard.logInTurn.take()
    keep()
    shard.held = false
    shard.logInTurn.release()
    await Promise.all(runs)
    shard.held = true
    keep()
    await Promise.all(runs)
    const { rows } = await db.query('select key from fairness_key')
    expect(rows).toEqual([{ key: world.signers.current.key }])
  })
})
