import { setTimeout as delay } from 'node:timers/promises'
import { both, disaster } from './disaster.ts'
import type { Scene } from './scene.ts'

const signal = ({ server }: Scene, name: 'SIGSTOP' | 'SIGCONT') => process.kill(server.pid(), name)

disaster('The server stands still for 2 s in mid-turn', { on: both }, async (scene) => {
  const table = await scene.seat()
  await table.moves(2)
  signal(scene, 'SIGSTOP')
  const moving = table.move()
  await delay(2_000)
  signal(scene, 'SIGCONT')
  await moving
  await table.playOn()
})

disaster(
  'The server stands still until its players give the connection up',
  { on: both, settings: { LIVE_PING_MS: '500', LIVE_PING_TIMEOUT_MS: '1500' } },
  async (scene) => {
    const table = await scene.seat()
    await table.moves(2)
    signal(scene, 'SIGSTOP')
    const moving = table.move()
    for (const player of table.players) await player.lost()
    signal(scene, 'SIGCONT')
    await moving
    await table.playOn()
  },
)
