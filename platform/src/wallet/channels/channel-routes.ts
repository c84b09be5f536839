import { channelsSchema, envelopeSchema } from '@minefall/shared/contracts'
import type { OrderKind } from '@minefall/shared/payments'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { done } from '../../http/index.ts'
import type { World } from '../world.ts'
import { offeredChannels, offersFor, viewChannel } from './offered.ts'

/** `GET /api/wallet/channels`: by what money comes in and goes out now. */
export const channelRoutes: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  const { db, accounts, settings } = world
  app.get(
    '/api/wallet/channels',
    {
      schema: {
        tags: ['wallet'],
        summary: 'The open ways for money in and out, with their limits, rates and fees',
        response: { 200: envelopeSchema(channelsSchema) },
      },
    },
    async (request) => {
      await accounts.signedIn(request)
      const offers = offersFor(settings, request)
      const offered = await offeredChannels(db, offers)
      const of = (direction: OrderKind) =>
        offered.filter((one) => one.direction === direction).map((one) => viewChannel(one, offers))
      return done(request, { deposit: of('deposit'), withdrawal: of('withdrawal') })
    },
  )
}
