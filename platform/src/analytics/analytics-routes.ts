import { analyticsAnswerSchema, analyticsBatchSchema, eventsBytesMax } from '@minefall/shared/analytics'
import { envelopeSchema } from '@minefall/shared/contracts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accepted, done, tooMany } from '../http/index.ts'
import { admitCall, nodeIntake } from './admit-call.ts'
import { storeEvents } from './store-events.ts'
import type { Total } from './total.ts'
import type { World } from './world.ts'

/** When to try again while more is kept than may be, in seconds: dropping the oldest takes less. */
const overSeconds = 60

/** The intake of what pages tell of their use; guests' too. */
export const analyticsRoutes: FastifyPluginAsyncZod<{ world: World; total: Total }> = async (
  app,
  { world, total },
) => {
  const intake = nodeIntake(world)
  app.post(
    '/api/analytics/receiveEvents',
    {
      bodyLimit: eventsBytesMax,
      onRequest: async (request) => {
        await admitCall(world, intake, request)
        if (await total.isOver()) accepted(tooMany(overSeconds * 1_000))
      },
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
        keepMs: world.bounds.keepMs,
      })
      return done(request, { stored })
    },
  )
}
