import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { saferPlayRoutes } from './routes.ts'
import { startTakingBack } from './seats/take-back.ts'
import type { World } from './world.ts'

export type SaferPlay = {
  routes: FastifyPluginAsyncZod
  /** Stops what runs by the clock. */
  close(): Promise<void>
}

/** Gives back the seats that may not be kept, now and from time to time, and offers what players set for themselves. */
export const startSaferPlay = async (world: World): Promise<SaferPlay> => {
  const stopTakingBack = await startTakingBack(world)
  return {
    routes: (app) => saferPlayRoutes(app, { world }),
    close: stopTakingBack,
  }
}
