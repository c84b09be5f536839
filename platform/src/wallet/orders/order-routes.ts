import {
  envelopeSchema,
  orderDetailSchema,
  ordersPageSchema,
  ordersQuerySchema,
} from '@minefall/shared/contracts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accepted, cursorSchema, done } from '../../http/index.ts'
import type { World } from '../world.ts'
import { listOrders, placeSchema } from './list-orders.ts'
import { viewOrderDetail } from './order-view.ts'
import { orderParamsSchema, ownOrder } from './own-order.ts'

/** One's own deposits and withdrawals: the list, and each by itself. */
export const orderRoutes: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  const tags = ['wallet']
  const { db, accounts } = world

  app.get(
    '/api/wallet/orders',
    {
      schema: {
        tags,
        summary: 'One’s own deposits and withdrawals, the newest first',
        querystring: ordersQuerySchema.extend({ cursor: cursorSchema(placeSchema).optional() }),
        response: { 200: envelopeSchema(ordersPageSchema) },
      },
    },
    async (request) => {
      const { playerId } = await accounts.signedIn(request)
      return done(request, await listOrders(db, playerId, request.query))
    },
  )

  app.get(
    '/api/wallet/orders/:id',
    {
      schema: {
        tags,
        summary: 'One order with its steps, pictures and where it is paid',
        params: orderParamsSchema,
        response: { 200: envelopeSchema(orderDetailSchema) },
      },
    },
    async (request) => {
      const { playerId } = await accounts.signedIn(request)
      const order = accepted(await ownOrder(db, { id: request.params.id, playerId }))
      return done(request, await viewOrderDetail(db, order))
    },
  )
}
