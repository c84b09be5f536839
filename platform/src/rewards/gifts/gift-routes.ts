import { envelopeSchema, receiveBodySchema, receivedSchema } from '@minefall/shared/contracts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accepted, done } from '../../http/index.ts'
import type { World } from '../world.ts'
import { receiveGift } from './receive.ts'

/** `POST /api/user/receive`: what was earned is claimed. */
export const giftRoutes: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  app.post(
    '/api/user/receive',
    {
      schema: {
        tags: ['rewards'],
        summary:
          'Claim a gift in bonus coins: of VIP, of a level, or of an activity; once in each of its periods',
        body: receiveBodySchema,
        response: { 200: envelopeSchema(receivedSchema) },
      },
    },
    async (request) => {
      const { playerId } = await world.accounts.signedIn(request)
      const received = accepted(await receiveGift(world, playerId, request.body.bonus_type))
      return done(request, received, 'gift-given')
    },
  )
}
