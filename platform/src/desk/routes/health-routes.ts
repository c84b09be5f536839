import {
  bodyCode,
  connectionIdSchema,
  deskConnectionHistorySchema,
  deskDisconnectBodySchema,
  deskHealthSchema,
  deskTotalsQuerySchema,
  deskTotalsSchema,
  envelopeSchema,
} from '@minefall/shared/contracts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { callerOf } from '../../accounts/index.ts'
import { accepted, done, refusal } from '../../http/index.ts'
import { disconnect } from '../health/disconnect.ts'
import type { World } from '../world.ts'
import { staffOf } from './gate.ts'

const tags = ['desk']

/** How connections do and did, ending one of them, and how the program is. */
export const healthRoutes: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  app.get(
    '/api/desk/players/:id/connections',
    {
      config: { right: 'connections' },
      schema: {
        tags,
        summary:
          'What is kept of a player’s connections: what happened to them, and how they did in five minutes each',
        params: z.object({ id: z.uuid() }),
        response: { 200: envelopeSchema(deskConnectionHistorySchema) },
      },
    },
    async (request) => {
      const history = await world.health.history(request.params.id)
      return done(request, accepted(history ?? refusal(bodyCode.notFound)))
    },
  )

  app.get(
    '/api/desk/connections/totals',
    {
      config: { right: 'connections' },
      schema: {
        tags,
        summary: 'How many connections there were, how they did, and why they ended, over the last hours',
        querystring: deskTotalsQuerySchema,
        response: { 200: envelopeSchema(deskTotalsSchema) },
      },
    },
    async (request) => done(request, await world.health.totals(request.query.range)),
  )

  app.post(
    '/api/desk/connections/:edge/:id/disconnect',
    {
      config: { right: 'connections.act' },
      schema: {
        tags,
        summary:
          'End a connection of a player; 1404 when its BFF is not heard of, 1409 when it has ended already',
        params: z.object({
          edge: z
            .string()
            .min(1)
            .max(64)
            .regex(/^\P{C}*$/u),
          id: connectionIdSchema,
        }),
        body: deskDisconnectBodySchema,
        response: { 200: envelopeSchema(z.null()) },
      },
    },
    async (request) => {
      const { edge, id: connectionId } = request.params
      const by = { staff: staffOf(request), address: callerOf(request).address }
      return done(request, accepted(await disconnect(world, { edge, connectionId, ...request.body }, by)))
    },
  )

  app.get(
    '/api/desk/health',
    {
      config: { right: 'health' },
      schema: {
        tags,
        summary: 'How the program is, as it was measured',
        response: { 200: envelopeSchema(deskHealthSchema) },
      },
    },
    async (request) => done(request, await world.health.read()),
  )
}
