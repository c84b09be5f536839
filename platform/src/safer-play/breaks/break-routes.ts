import { breakBodySchema, envelopeSchema } from '@minefall/shared/contracts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { accepted, done } from '../../http/index.ts'
import type { World } from '../world.ts'
import { beginBreak } from './begin-break.ts'

/** Time-outs and self-exclusion. */
export const breakRoutes: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  app.post(
    '/api/user/play/break',
    {
      schema: {
        tags: ['safer play'],
        summary: 'Begin a break from play, or make the one that goes on longer; never shorter',
        body: breakBodySchema,
        response: { 200: envelopeSchema(z.null()) },
      },
    },
    async (request) => {
      const { playerId } = await world.accounts.signedIn(request)
      accepted(await beginBreak(world, playerId, request.body))
      return done(request, null, 'break-begun')
    },
  )
}
