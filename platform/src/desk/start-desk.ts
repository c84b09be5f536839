import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { answerRefusals } from '../http/index.ts'
import { repeat } from '../jobs/repeating.ts'
import { answerLive } from './live/answer-live.ts'
import { catalogueRoutes } from './routes/catalogue-routes.ts'
import { conversationRoutes } from './routes/conversation-routes.ts'
import { matchRoutes } from './routes/match-routes.ts'
import { playerRoutes } from './routes/player-routes.ts'
import { reviewRoutes } from './routes/review-routes.ts'
import { staffRoutes } from './routes/staff-routes.ts'
import { hasDocsPass } from './staff/docs-pass.ts'
import { sweepSessions } from './staff/sessions.ts'
import type { World } from './world.ts'

/** How often old sessions are cleared away, in milliseconds. */
const everyMs = 600_000

export type Desk = {
  routes: FastifyPluginAsyncZod
  /** Whether a request has a pass to the description of the calls. */
  mayReadDocs(request: Pick<FastifyRequest, 'headers'>): Promise<boolean>
  /** Stops what runs by the clock. */
  close(): Promise<void>
}

/** Offers the calls of the desk, answers BFFs for those who have it open, and forgets old sessions while it runs. */
export const startDesk = (world: World): Desk => {
  const { clock, log } = world
  const failed = (error: unknown) => log.error({ err: error }, 'sessions of staff could not be swept')
  const stopSweeping = repeat({ job: 'staff-sessions', clock, everyMs, failed }, () => sweepSessions(world))
  const stopAnswering = answerLive(world)
  const all = [staffRoutes, reviewRoutes, playerRoutes, conversationRoutes, matchRoutes, catalogueRoutes]
  return {
    routes: async (app) => {
      app.setErrorHandler(answerRefusals)
      for (const routes of all) await app.register(routes, { world })
    },
    mayReadDocs: ({ headers }) => hasDocsPass(world, headers.cookie),
    close: async () => {
      stopAnswering()
      await stopSweeping()
    },
  }
}
