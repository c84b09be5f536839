import { moments, strike } from '../harness/strike.ts'
import { decisions } from './decisions.ts'
import { disaster, onServers } from './disaster.ts'

/** A commit in doubt has both its fates among these: the statement that is never sent, and that is never answered. */
for (const { name, event, settings, lead } of decisions)
  disaster(
    `The connection to PostgreSQL is cut at each step of ${name}`,
    { on: onServers, ...(settings && { settings }) },
    async (scene) => {
      for (const moment of moments) {
        const { act, playOn } = await lead(scene)
        const cut = strike(scene.relay(), event, moment, async () => {})
        const acted = act()
        await cut
        await acted
        await playOn()
        await scene.reckon()
      }
    },
  )
