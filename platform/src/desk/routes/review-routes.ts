import {
  bodyCode,
  deskApproveBodySchema,
  deskOrderDetailSchema,
  deskOrdersPageSchema,
  deskOrdersQuerySchema,
  deskRejectBodySchema,
  envelopeSchema,
} from '@minefall/shared/contracts'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { callerOf } from '../../accounts/index.ts'
import { sendPicture } from '../../files/index.ts'
import { accepted, cursorSchema, done, refusal, writeCursor } from '../../http/index.ts'
import { type OrderRow, readOrder, readProof } from '../../wallet/index.ts'
import { approveOrder, type Decider, rejectOrder, takeOrder } from '../reviews/decide.ts'
import { queuePlaceSchema, readQueue } from '../reviews/queue.ts'
import { viewDeskOrderDetail, viewDeskOrders } from '../reviews/view.ts'
import type { World } from '../world.ts'
import { staffOf } from './gate.ts'

const tags = ['desk']
const params = z.object({ id: z.uuid() })
const detail = { 200: envelopeSchema(deskOrderDetailSchema) }
const decides = { config: { right: 'orders.decide' } } as const
const reads = { config: { right: 'orders.read' } } as const

/** Reviews of deposits and withdrawals. */
export const reviewRoutes: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  const deciderOf = (request: FastifyRequest, orderId: string): Decider => ({
    orderId,
    staff: staffOf(request),
    address: callerOf(request).address,
  })
  const answer = async (request: FastifyRequest, order: OrderRow) =>
    done(request, await viewDeskOrderDetail(world, order, staffOf(request)))

  app.get(
    '/api/desk/orders',
    {
      ...reads,
      schema: {
        tags,
        summary: 'Orders that wait, the oldest first; or those of a status, ended ones the newest first',
        querystring: deskOrdersQuerySchema.extend({ cursor: cursorSchema(queuePlaceSchema).optional() }),
        response: { 200: envelopeSchema(deskOrdersPageSchema) },
      },
    },
    async (request) => {
      const { cursor, ...asked } = request.query
      const { orders, next } = await readQueue(world.db, { ...asked, from: cursor })
      const items = await viewDeskOrders(world, orders, staffOf(request))
      return done(request, { items, next: next && writeCursor(next) })
    },
  )

  app.get(
    '/api/desk/orders/:id',
    { ...reads, schema: { tags, summary: 'All about an order', params, response: detail } },
    async (request) => {
      const order = await readOrder(world.db, request.params.id)
      return answer(request, accepted(order ?? refusal(bodyCode.notFound)))
    },
  )

  app.get(
    '/api/desk/proofs/:id',
    { ...reads, schema: { tags, summary: 'A picture of a payment', params } },
    async (request, reply) => {
      const proof = await readProof(world.db, request.params.id)
      return sendPicture(reply, accepted(proof ?? refusal(bodyCode.notFound)), 'private, no-store')
    },
  )

  app.post(
    '/api/desk/orders/:id/take',
    { ...decides, schema: { tags, summary: 'Take a paid deposit under review', params, response: detail } },
    async (request) =>
      answer(request, accepted(await takeOrder(world, deciderOf(request, request.params.id)))),
  )

  app.post(
    '/api/desk/orders/:id/approve',
    {
      ...decides,
      schema: {
        tags,
        summary: 'Approve an order under the reference of its payment; large ones need a second person',
        params,
        body: deskApproveBodySchema,
        response: detail,
      },
    },
    async (request) => {
      const decider = deciderOf(request, request.params.id)
      return answer(request, accepted(await approveOrder(world, decider, request.body)))
    },
  )

  app.post(
    '/api/desk/orders/:id/reject',
    {
      ...decides,
      schema: {
        tags,
        summary: 'Reject an order with a reason that its player reads',
        params,
        body: deskRejectBodySchema,
        response: detail,
      },
    },
    async (request) => {
      const decider = deciderOf(request, request.params.id)
      return answer(request, accepted(await rejectOrder(world, decider, request.body)))
    },
  )
}
