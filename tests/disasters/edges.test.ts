import { setTimeout as delay } from 'node:timers/promises'
import { disaster, onCluster } from './disaster.ts'

disaster('A BFF is killed in mid-turn', { on: onCluster }, async (scene) => {
  const table = await scene.seat()
  await table.moves(2)
  const moving = table.move()
  await scene.program.edges[0]?.kill()
  await moving
  await table.playOn()
})

disaster('The BFFs are killed one after the other', { on: onCluster }, async (scene) => {
  const table = await scene.seat()
  for (const edge of scene.program.edges) {
    const moving = table.move()
    await edge.kill()
    await moving
    await edge.start()
  }
  await table.playOn()
})

disaster(
  'A BFF freezes for 6 s in mid-turn',
  { on: onCluster, settings: { LIVE_PING_TIMEOUT_MS: '1500' } },
  async (scene) => {
    const table = await scene.seat()
    await table.moves(2)
    const [edge] = scene.program.edges
    edge?.pause()
    const moving = table.move()
    await delay(6_000)
    edge?.resume()
    await moving
    await table.playOn()
  },
)

disaster('A BFF and the owner of the match are killed at once', { on: onCluster }, async (scene) => {
  const table = await scene.seat()
  await table.moves(1)
  const owner = await scene.program.ownerOf(table.matchId)
  const moving = table.move()
  await Promise.all([owner.kill(), scene.program.edges[1]?.kill()])
  await moving
  await table.playOn()
})
