import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { startCounting } from './counter/start-counting.ts'
import { rewardsRoutes } from './routes.ts'
import type { World } from './world.ts'

export type Rewards = {
  routes: FastifyPluginAsyncZod
  /** Lets the match that is being counted come to its end, and counts no more. */
  close(): Promise<void>
}

/** Counts what is played, and offers what is given for it. */
export const startRewards = (world: World): Rewards => ({
  routes: (app) => rewardsRoutes(app, { world }),
  close: startCounting(world),
})
