import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { answerRefusals } from '../http/index.ts'
import { centerRoutes } from './center/center-routes.ts'
import { startCounting } from './counter/start-counting.ts'
import { giftRoutes } from './gifts/gift-routes.ts'
import { referralRoutes } from './referral/index.ts'
import { vipRoutes } from './vip/vip-routes.ts'
import type { World } from './world.ts'

export type Rewards = {
  routes: FastifyPluginAsyncZod
  /** Lets the match that is being counted come to its end, and counts no more. */
  close(): Promise<void>
}

/** Counts what is played, and offers what is given for it. */
export const startRewards = (world: World): Rewards => ({
  routes: async (app) => {
    app.setErrorHandler(answerRefusals)
    for (const routes of [centerRoutes, vipRoutes, giftRoutes, referralRoutes])
      await app.register(routes, { world })
  },
  close: startCounting(world),
})
