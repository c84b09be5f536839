import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { disaster, everywhere } from './disaster.ts'
import { someone } from './table.ts'

disaster(
  'The server is stopped in order in mid-play and started again',
  { on: everywhere },
  async (scene) => {
    const table = await scene.seat()
    await table.moves(2)
    const owner = await scene.program.ownerOf(table.matchId)
    const moving = table.move()
    expect(await owner.stop()).toBe(0)
    await owner.start()
    await moving
    await table.playOn()
  },
)

disaster('The server is killed as a move leaves its player', { on: everywhere }, async (scene) => {
  const table = await scene.seat()
  await table.moves(1)
  const moving = table.move()
  await scene.restart(table)
  await moving
  await table.playOn()
})

disaster('The server is killed as a move is acknowledged', { on: everywhere }, async (scene) => {
  const table = await scene.seat()
  await table.moves(2)
  const mover = await table.mover()
  const known = mover.acknowledged.length
  const moving = table.move()
  await mover.acknowledgedBeyond(known)
  await scene.restart(table)
  await moving
  await table.playOn()
})

disaster('The server is killed as a match is settled', { on: everywhere }, async (scene) => {
  const table = await scene.seat()
  const [first, second, third, fourth] = table.players
  for (const player of [first, second, third]) await someone(player, 'guest').leave(table.matchId)
  const leaving = someone(fourth, 'guest').leave(table.matchId)
  await scene.restart(table)
  await leaving
  await table.playOn()
})

disaster('The server is killed twice while it recovers', { on: everywhere }, async (scene) => {
  const table = await scene.seat()
  await table.moves(2)
  const owner = await scene.program.ownerOf(table.matchId)
  await owner.kill()
  for (let times = 0; times < 2; times += 1) {
    const starting = owner.start().then(
      () => true,
      () => false,
    )
    await Promise.race([starting, delay(scene.random() * 1_500)])
    await owner.kill()
    await starting
  }
  await owner.start()
  await table.playOn()
})

const kills = 4
disaster(`The server is killed at ${kills} random moments of play`, { on: everywhere }, async (scene) => {
  for (let kill = 0; kill < kills; kill += 1) {
    const table = await scene.seat()
    const playing = table.playOn()
    await delay(scene.random() * 300)
    await scene.restart(table)
    await playing
  }
})
