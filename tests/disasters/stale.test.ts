import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { hold } from '../harness/strike.ts'
import { decisions } from './decisions.ts'
import { disaster, onCluster } from './disaster.ts'
import type { Scene } from './scene.ts'

const lookMs = 20

/** Waits until the paused node has no shard any more. */
const takenOver = async (scene: Scene, node: string) => {
  while ((await scene.database().query('select from shard_lease where node = $1', [node])).count > 0)
    await delay(lookMs)
}

/** Rows written under an epoch that was over: they stand behind one of a later epoch. */
const stale = `
  select from match_decision old join match_decision new
    on new.match_id = old.match_id and new.epoch > old.epoch and new.seq < old.seq`

/** The statement arrives when others have the match already; or it is done, and its owner does not learn of it. */
const ways = ['there', 'back'] as const

for (const { name, event, settings, lead } of decisions)
  disaster(
    `An owner freezes in the middle of ${name} and wakes when others have its matches`,
    { on: onCluster, ...(settings && { settings }) },
    async (scene) => {
      for (const way of ways) {
        const { act, playOn } = await lead(scene)
        const holding = hold(scene.relay(), event, way)
        const acted = act()
        const held = await holding
        const owner = scene.node(held.node)
        owner.pause()
        await takenOver(scene, held.node)
        held.letGo()
        await acted
        owner.resume()
        await playOn()
        expect((await scene.database().query(stale)).count).toBe(0)
        await scene.reckon()
      }
    },
  )
