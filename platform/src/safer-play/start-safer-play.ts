import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { answerRefusals } from '../http/index.ts'
import { adultRoutes } from './adult/adult-routes.ts'
import { stateRoutes } from './state/state-routes.ts'
import type { World } from './world.ts'

export type SaferPlay = { routes: FastifyPluginAsyncZod }

/** Offers what players set for themselves. */
export const startSaferPlay = (world: World): SaferPlay => ({
  routes: async (app) => {
    app.setErrorHandler(answerRefusals)
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'private, no-store')
    })
    for (const routes of [adultRoutes, stateRoutes]) await app.register(routes, { world })
  },
})
