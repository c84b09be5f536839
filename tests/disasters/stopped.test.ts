import { setTimeout as delay } from 'node:timers/promises'
import { disaster, everywhere } from './disaster.ts'

disaster('The server freezes for 2 s in mid-turn', { on: everywhere }, async (scene) => {
  const table = await scene.seat()
  await table.moves(2)
  const owner = await scene.program.ownerOf(table.matchId)
  owner.pause()
  const moving = table.move()
  await delay(2_000)
  owner.resume()
  await moving
  await table.playOn()
})

disaster('The server freezes until its players give the connection up', { on: everywhere }, async (scene) => {
  const table = await scene.seat()
  await table.moves(2)
  for (const edge of scene.program.edges) edge.pause()
  const moving = table.move()
  for (const player of table.players) await player.lost()
  for (const edge of scene.program.edges) edge.resume()
  await moving
  await table.playOn()
})
