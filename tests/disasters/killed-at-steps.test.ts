import { moments, strike } from '../harness/strike.ts'
import { decisions } from './decisions.ts'
import { disaster, onPostgres } from './disaster.ts'

for (const { name, event, settings, lead } of decisions)
  disaster(
    `The server is killed at each step of ${name}`,
    { on: onPostgres, ...(settings && { settings }) },
    async (scene) => {
      for (const moment of moments) {
        const { act, playOn } = await lead(scene)
        const killed = strike(scene.relay(), event, moment, scene.server.kill)
        const acted = act()
        await killed
        await scene.server.start()
        await acted
        await playOn()
        await scene.reckon()
      }
    },
  )
