import { setTimeout as delay } from 'node:timers/promises'
import { type Network, network } from '../harness/network.ts'
import { disaster, everywhere } from './disaster.ts'
import type { Scene } from './scene.ts'

/** Five guests at a table, `count` of them behind a network that can fail. */
const seatBehind = async (scene: Scene, count: number) => {
  const net = await network(scene.program.port)
  scene.later(net.close)
  const guests = Array.from({ length: 5 }, (_, index) =>
    scene.guest(index < count ? { url: () => net.url } : {}),
  )
  const table = await scene.seat(5, guests)
  return { net, table }
}

const outages: readonly (readonly [string, (net: Network) => void])[] = [
  ['is cut', (net) => net.cut()],
  ['carries nothing', (net) => net.freeze()],
]

for (const [what, fail] of outages) {
  disaster(
    `The network of one player ${what} for 3 s in mid-turn`,
    { on: everywhere, settings: { LIVE_PING_TIMEOUT_MS: '1000' } },
    async (scene) => {
      const { net, table } = await seatBehind(scene, 1)
      await table.mover()
      fail(net)
      const playing = table.playOn()
      await delay(3_000)
      net.restore()
      await playing
    },
  )

  disaster(
    `The network of all players ${what} for 3 s in mid-turn`,
    { on: everywhere, settings: { LIVE_PING_TIMEOUT_MS: '1000' } },
    async (scene) => {
      const { net, table } = await seatBehind(scene, 5)
      await table.moves(1)
      const moving = table.move()
      fail(net)
      await delay(3_000)
      net.restore()
      await moving
      await table.playOn()
    },
  )
}
