import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { shortTurns } from '../harness/server.ts'
import { disaster, onCluster } from './disaster.ts'
import type { Node } from './program.ts'
import type { Scene } from './scene.ts'
import { someone } from './table.ts'

const busOf = (scene: Scene): Node => someone(scene.program.bus ?? undefined, 'bus')

disaster('NATS is restarted in mid-play', { on: onCluster }, async (scene) => {
  const table = await scene.seat()
  await table.moves(2)
  const moving = table.move()
  await busOf(scene).kill()
  await busOf(scene).start()
  await moving
  await table.playOn()
})

// Turns of 4 s: without a clock that is paused, the player who is on the move would lose it.
disaster('NATS is away for 10 s in mid-turn', { on: onCluster, prepare: shortTurns }, async (scene) => {
  const table = await scene.seat()
  const mover = await table.mover()
  const turn = mover.state()?.turn?.turn
  await busOf(scene).kill()
  for (const player of table.players) await player.untilPaused(true)
  await delay(10_000)
  await busOf(scene).start()
  for (const player of table.players) await player.untilPaused(false)
  expect(mover.state()?.turn?.turn).toBe(turn)
  await table.move()
  await table.playOn()
})

disaster('NATS freezes for 3 s in mid-play', { on: onCluster }, async (scene) => {
  const table = await scene.seat()
  await table.moves(2)
  busOf(scene).pause()
  const moving = table.move()
  await delay(3_000)
  busOf(scene).resume()
  await moving
  await table.playOn()
})

disaster('NATS and PostgreSQL are restarted at once', { on: onCluster }, async (scene) => {
  const table = await scene.seat()
  await table.moves(2)
  const moving = table.move()
  await Promise.all([busOf(scene).kill(), scene.postgres().stop('immediate')])
  await Promise.all([busOf(scene).start(), scene.postgres().start()])
  await moving
  await table.playOn()
})
