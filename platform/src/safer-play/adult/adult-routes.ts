import { adultBodySchema, envelopeSchema } from '@minefall/shared/contracts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { done } from '../../http/index.ts'
import type { World } from '../world.ts'
import { confirmAdult } from './confirm-adult.ts'

/** Saying that one is 18 or older, which every stake of coins and bonus coins needs. */
export const adultRoutes: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  app.post(
    '/api/user/play/adult',
    {
      schema: {
        tags: ['safer play'],
        summary: 'Say that you are 18 or older, and where you live; once, for good',
        body: adultBodySchema,
        response: { 200: envelopeSchema(z.null()) },
      },
    },
    async (request) => {
      const { playerId } = await world.accounts.signedIn(request)
      await confirmAdult(world, playerId, request.body.residence)
      return done(request, null, 'adult-confirmed')
    },
  )
}
