import { bodyCode, ok, refuse } from '@minefall/shared/contracts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { tellingOutages } from '../bus/answering.ts'
import { isUnavailable } from '../db/index.ts'
import { repeat } from '../jobs/repeating.ts'
import { watchPresence } from './presence.ts'
import { readOwn, readStandings } from './read.ts'
import { arenaRoutes } from './routes.ts'
import { arenaRunner } from './runner.ts'
import type { World } from './world.ts'

export { countShown, tellChange } from './change.ts'
export { countArenaMatch, recomputeArena } from './count.ts'
export { cancelArena } from './finish.ts'
export { readArena, readArenas, viewArena } from './read.ts'
export { arenaSettingsOf } from './world.ts'

/** How often arenas are looked at, in milliseconds. */
const everyMs = 1_000

export type Arenas = {
  routes: FastifyPluginAsyncZod
  /** Lets what is under way come to its end, and runs no more. */
  close(): Promise<void>
}

/** Answers BFFs whose players watch arenas. The answer undoes it. */
const answerLive = ({ db, bus, log }: Pick<World, 'db' | 'bus' | 'log'>): (() => void) => {
  const answering = tellingOutages(bus, log)
  const stops = [
    answering.respond('arena.standings', async ({ arenaId, since }) => {
      const standings = await readStandings(db, arenaId, since)
      return standings ? ok(standings) : refuse(bodyCode.notFound, 'Arena not found.')
    }),
    answering.respond('arena.own', async ({ arenaId, playerId }) => ok(await readOwn(db, arenaId, playerId))),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Runs arenas, lets people take part in them, and tells those who watch. */
export const startArenas = (world: World): Arenas => {
  const { clock, log } = world
  const presence = watchPresence(world)
  const runner = arenaRunner({ ...world, presence })
  const stopAnswering = answerLive(world)
  const failed = (error: unknown) => {
    // That the database is away shows in its own metric.
    if (isUnavailable(error)) log.warn({ err: error }, 'arenas wait for the database')
    else log.error({ err: error, alarm: 'arena' }, 'arenas could not be run')
  }
  const stopRepeating = repeat({ job: 'arena', clock, everyMs, failed }, runner.round)
  return {
    routes: (app) => arenaRoutes(app, { world }),
    async close() {
      stopAnswering()
      await stopRepeating()
      await runner.close()
      presence.close()
    },
  }
}
