import { moments, strike } from '../harness/strike.ts'
import { decisions } from './decisions.ts'
import { disaster, onServers } from './disaster.ts'

for (const { name, event, settings, lead } of decisions)
  disaster(
    `The server is killed at each step of ${name}`,
    { on: onServers, ...(settings && { settings }) },
    async (scene) => {
      for (const moment of moments) {
        const { act, playOn } = await lead(scene)
        const killed = strike(scene.relay(), event, moment, (node) => scene.node(node).kill())
        const acted = act()
        await killed
        await scene.program.revive()
        await acted
        await playOn()
        await scene.reckon()
      }
    },
  )
