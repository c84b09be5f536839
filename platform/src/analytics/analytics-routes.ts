import { analyticsAnswerSchema, analyticsBatchSchema, eventsBytesMax } from '@minefall/shared/analytics'
import { envelopeSchema } from '@minefall/shared/contracts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { done } from '../http/index.ts'
import { storeEvents } from './store-events.ts'
import type { World } from './world.ts'

/** The intake of what pages tell of their use; guests' too. */
export const analyticsRoutes: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  app.post(
    '/api/analytics/receiveEvents',
    {
      bodyLimit: eventsBytesMax,
      schema: {
        tags: ['analytics'],
        summary: 'Tell how the product is used; each event is stored once, however often it is told',
        body: analyticsBatchSchema,
        response: { 200: envelopeSchema(analyticsAnswerSchema) },
      },
    },
    async (request) => {
      const stored = await storeEvents(world.db, request.body, {
        now: world.clock.now(),
        keepMs: world.keepMs,
      })
      return done(request, { stored })
    },
  )
}
