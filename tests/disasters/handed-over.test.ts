import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { hold } from '../harness/strike.ts'
import { decisions } from './decisions.ts'
import { disaster, onCluster } from './disaster.ts'

/** Longer than a hand-over takes, so that one that does not wait for what is in flight is over by then. */
const inFlightMs = 500

for (const { name, event, settings, lead } of decisions)
  disaster(
    `The owner hands its matches over in the middle of ${name}`,
    { on: onCluster, ...(settings && { settings }) },
    async (scene) => {
      for (const way of ['there', 'back'] as const) {
        const { act, playOn } = await lead(scene)
        const holding = hold(scene.relay(), event, way)
        const acted = act()
        const held = await holding
        const stopping = scene.node(held.node).stop()
        await delay(inFlightMs)
        held.letGo()
        await acted
        await playOn()
        expect(await stopping).toBe(0)
        await scene.reckon()
      }
    },
  )

disaster('All nodes are restarted one after another in mid-play', { on: onCluster }, async (scene) => {
  const { platforms, edges } = scene.program
  const table = await scene.seat()
  const playing = table.playOn()
  for (const node of [...platforms, ...edges]) {
    expect(await node.stop()).toBe(0)
    await node.start()
  }
  await playing
})

disaster('A platform node joins in mid-play', { on: onCluster }, async (scene) => {
  const [joining] = scene.program.platforms
  await joining?.kill()
  const table = await scene.seat()
  await table.moves(1)
  const starting = joining?.start()
  await table.moves(2)
  await starting
  await table.playOn()
})
