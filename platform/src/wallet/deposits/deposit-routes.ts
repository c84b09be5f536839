import {
  depositBodySchema,
  depositPreviewBodySchema,
  depositPreviewSchema,
  envelopeSchema,
  orderDetailSchema,
} from '@minefall/shared/contracts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accepted, done } from '../../http/index.ts'
import { offersFor } from '../channels/offered.ts'
import { viewOrderDetail } from '../orders/order-view.ts'
import { orderParamsSchema } from '../orders/own-order.ts'
import type { World } from '../world.ts'
import { placeDeposit } from './place-deposit.ts'
import { quoteDeposit, viewQuote } from './quote.ts'
import { sayPaid } from './say-paid.ts'

/** What a deposit costs, placing one, and saying that it is paid. */
export const depositRoutes: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  const tags = ['wallet']
  const { db, accounts, settings } = world

  app.post(
    '/api/wallet/deposit/preview',
    {
      schema: {
        tags,
        summary: 'What so many coins cost now',
        body: depositPreviewBodySchema,
        response: { 200: envelopeSchema(depositPreviewSchema) },
      },
    },
    async (request) => {
      await accounts.signedIn(request)
      const quote = accepted(await quoteDeposit(db, offersFor(settings, request), request.body))
      return done(request, viewQuote(quote, settings))
    },
  )

  app.post(
    '/api/wallet/deposit',
    {
      schema: {
        tags,
        summary: 'Place a deposit at the price of the preview, once for each key',
        body: depositBodySchema,
        response: { 200: envelopeSchema(orderDetailSchema) },
      },
    },
    async (request) => {
      const { playerId } = await accounts.signedIn(request)
      const order = accepted(
        await placeDeposit({ ...world, settings: offersFor(settings, request) }, playerId, request.body),
      )
      return done(request, await viewOrderDetail(db, order), 'order-placed')
    },
  )

  app.post(
    '/api/wallet/orders/:id/paid',
    {
      schema: {
        tags,
        summary: 'Say that a deposit is paid',
        params: orderParamsSchema,
        response: { 200: envelopeSchema(orderDetailSchema) },
      },
    },
    async (request) => {
      const { playerId } = await accounts.signedIn(request)
      const order = accepted(await sayPaid(world, { id: request.params.id, playerId }))
      return done(request, await viewOrderDetail(db, order))
    },
  )
}
