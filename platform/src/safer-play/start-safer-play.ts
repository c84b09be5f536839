import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { answerRefusals } from '../http/index.ts'
import { adultRoutes } from './adult/adult-routes.ts'
import { breakRoutes } from './breaks/break-routes.ts'
import { dayRoutes } from './days/day-routes.ts'
import { limitRoutes } from './limits/limit-routes.ts'
import { reminderRoutes } from './reminder/reminder-routes.ts'
import { startTakingBack } from './seats/take-back.ts'
import { stateRoutes } from './state/state-routes.ts'
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
    routes: async (app) => {
      app.setErrorHandler(answerRefusals)
      for (const routes of [adultRoutes, breakRoutes, dayRoutes, limitRoutes, reminderRoutes, stateRoutes])
        await app.register(routes, { world })
    },
    close: stopTakingBack,
  }
}
