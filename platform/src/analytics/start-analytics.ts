import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { repeat } from '../jobs/repeating.ts'
import { forgetEvents } from './forget-events.ts'
import { analyticsRoutes } from './routes.ts'
import { boundTotal } from './total.ts'
import type { World } from './world.ts'

/** How often events past their time are removed, in milliseconds. */
const forgetEveryMs = 600_000

export type Analytics = {
  routes: FastifyPluginAsyncZod
  /** Stops what runs by the clock. */
  close(): Promise<void>
}

/** Takes in how the product is used, and forgets it when its time is over. */
export const startAnalytics = (world: World): Analytics => {
  const { db, clock, log, bounds } = world
  const total = boundTotal(world)
  const stopForgetting = repeat(
    {
      job: 'analytics',
      clock,
      everyMs: forgetEveryMs,
      failed: (error) => log.warn({ err: error }, 'old analytics events could not be removed'),
    },
    async (stopping) => {
      await forgetEvents(db, clock.now() - bounds.keepMs, stopping)
      await total.drop()
    },
  )
  return {
    routes: async (app) => {
      app.addHook('onRequest', async (_request, reply) => {
        reply.header('cache-control', 'no-store')
      })
      await app.register(analyticsRoutes, { world, total })
    },
    close: async () => {
      await Promise.all([stopForgetting(), total.close()])
    },
  }
}
