import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { answerRefusals } from '../http/index.ts'
import { auditRoutes } from './routes/audit-routes.ts'
import { catalogueRoutes } from './routes/catalogue-routes.ts'
import { guardDesk } from './routes/gate.ts'
import { reviewRoutes } from './routes/review-routes.ts'
import { sessionRoutes } from './routes/session-routes.ts'
import type { World } from './world.ts'

export type Desk = { routes: FastifyPluginAsyncZod }

/** Offers the calls of the desk. It does nothing by itself, so there is nothing to stop. */
export const startDesk = (world: World): Desk => ({
  routes: async (app) => {
    app.setErrorHandler(answerRefusals)
    guardDesk(app, world)
    for (const routes of [sessionRoutes, reviewRoutes, catalogueRoutes, auditRoutes])
      await app.register(routes, { world })
  },
})
