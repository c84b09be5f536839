import { expect } from 'vitest'
import { moments, strike } from '../harness/strike.ts'
import { decisions } from './decisions.ts'
import { disaster, onPostgres } from './disaster.ts'

/** A commit in doubt has both its fates among these: the statement that is never sent, and that is never answered. */
for (const { name, aim, event, settings, lead } of decisions)
  disaster(
    `The connection to PostgreSQL is cut at each step of ${name}`,
    { on: onPostgres, ...(settings && { settings }) },
    async (scene) => {
      for (const moment of moments) {
        const { act, playOn } = await lead(scene)
        const cut = strike(scene.relay(), aim, moment, async () => {})
        const acted = act()
        const { at, events } = await cut
        expect(events, at).toEqual(event ? expect.arrayContaining([event]) : [])
        await acted
        await playOn()
        await scene.reckon()
      }
    },
  )
