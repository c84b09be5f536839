import { bodyCode, envelopeSchema, orderDetailSchema } from '@minefall/shared/contracts'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { imageFormSchema, sendPicture, takeImageForms } from '../../files/index.ts'
import { accepted, answerRefusals, done, isRefusal, refusal } from '../../http/index.ts'
import { inTurnByKey } from '../../in-turn.ts'
import { viewOrderDetail } from '../orders/order-view.ts'
import { orderParamsSchema } from '../orders/own-order.ts'
import type { World } from '../world.ts'
import { readProof } from './read-proof.ts'
import { countProof, uploadProof } from './upload-proof.ts'

const tags = ['wallet']

/** In a scope of its own: only here is a form read, and only here does a body that is too large mean a picture. */
const uploadRoute: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  const inTurn = inTurnByKey()
  const counted = new WeakMap<FastifyRequest, readonly bigint[]>()
  takeImageForms(app, {
    clock: world.clock,
    senderOf: async (request) => {
      const { playerId } = await world.accounts.signedIn(request)
      const count = async () => {
        const decided = await countProof(world, playerId)
        if (isRefusal(decided)) return decided
        counted.set(request, decided)
        return null
      }
      return { line: playerId, of: 'players', count }
    },
  })
  app.post(
    '/api/wallet/orders/:id/proof',
    {
      schema: {
        tags,
        summary: 'Upload a picture of the payment: JPG, PNG or GIF, at most 5 MB, in the form field `image`',
        ...imageFormSchema,
        params: orderParamsSchema,
        response: { 200: envelopeSchema(orderDetailSchema) },
      },
    },
    async (request) => {
      const { playerId } = await world.accounts.signedIn(request)
      const { id } = request.params
      const upload = { id, playerId, file: request.body.image, counted: counted.get(request) ?? [] }
      const order = accepted(await inTurn(id, () => uploadProof(world, upload)))
      return done(request, await viewOrderDetail(world.db, order))
    },
  )
}

/** Pictures of payments: the upload, and the picture itself for whose order it is. */
export const proofRoutes: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  app.setErrorHandler(answerRefusals)
  await app.register(uploadRoute, { world })
  app.get(
    '/api/wallet/proofs/:id',
    {
      schema: {
        tags,
        summary: 'A picture of a payment of one’s own',
        params: z.object({ id: z.uuid() }),
      },
    },
    async (request, reply) => {
      const { playerId } = await world.accounts.signedIn(request)
      const proof = await readProof(world.db, request.params.id)
      if (proof?.playerId !== playerId) return accepted<never>(refusal(bodyCode.notFound))
      return sendPicture(reply, proof, 'private, no-store')
    },
  )
}
