import { bodyCode, envelopeSchema, ok, refuse } from '@minefall/shared/contracts'
import { type PaymentOutcome, walletCalls } from '@minefall/shared/contracts/rest'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type App, refusal, sendEnvelope, sendRefusal, server } from '../../http/index.ts'
import { offersFor } from '../channels/offered.ts'
import type { World } from '../world.ts'
import { openCheckout } from './open-checkout.ts'
import type { CheckoutProvider } from './provider.ts'
import { type Deliveries, type Refused, takeDelivery } from './take-delivery.ts'

const { method, path, params, bodyBytes, answer } = walletCalls.paymentEvent

/** The HTTP status too, since providers look at nothing else. */
const refusals = {
  forged: [403, bodyCode.notAllowed, 'the signature is not the provider’s'],
  late: [403, bodyCode.notAllowed, 'the signature is of another time'],
  replayed: [409, bodyCode.conflict, 'this delivery was taken before'],
  unreadable: [400, bodyCode.badParameters, 'the body is no event'],
} as const satisfies Record<Refused, unknown>

/** The answer to an event that could not take effect; the provider need not resend it. */
const answerOf = (outcome: PaymentOutcome, request: FastifyRequest, reply: FastifyReply) => {
  if (outcome === 'too-late') return sendRefusal(refusal(bodyCode.orderMoved), request, reply)
  if (outcome === 'unknown-order') return sendRefusal(refusal(bodyCode.notFound), request, reply)
  return ok({ outcome })
}

export type CheckoutRoutes = { world: World; provider: CheckoutProvider | null; deliveries: Deliveries }

/** A separate scope: only here bodies are read as raw bytes, whatever their type. */
const webhookRoute: FastifyPluginAsyncZod<CheckoutRoutes> = async (app, { world, provider, deliveries }) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: FastifyRequest, body: Buffer) => body)
  app.setErrorHandler((error, _request, reply) => {
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
    if (status >= 500) throw error
    const result = status === 413 ? 'too-large' : 'unreadable'
    deliveries.inc({ provider: provider?.name ?? 'none', result })
    world.log.warn({ reason: result }, 'a webhook was refused')
    const [code, msg] = [bodyCode.badParameters, 'the body can’t be read']
    return sendEnvelope(reply, status === 413 ? 413 : 400, refuse(code, msg))
  })
  app.route({
    method,
    url: path,
    bodyLimit: bodyBytes,
    schema: {
      tags: ['wallet'],
      operationId: 'wallet.paymentEvent',
      summary: 'What the payment provider tells, signed in the header `x-minefall-signature`',
      consumes: ['application/json'],
      params,
      body: z.instanceof(Uint8Array).meta({ type: 'string', format: 'binary' }),
      response: { 200: envelopeSchema(answer) },
    },
    handler: async (request, reply) => {
      if (provider?.name !== request.params.provider)
        return sendEnvelope(reply, 404, refuse(bodyCode.notFound, 'not found'))
      const delivery = { headers: request.headers, body: request.body }
      const taken = await takeDelivery({ world, provider, deliveries }, delivery)
      if (!('refused' in taken)) return answerOf(taken.outcome, request, reply)
      const [status, code, msg] = refusals[taken.refused]
      return sendEnvelope(reply, status, refuse(code, msg))
    },
  })
}

/** The payment window of an order, and what the provider tells of it. */
export const checkoutRoutes = async (app: App, options: CheckoutRoutes) => {
  const { world, provider } = options
  await app.register(webhookRoute, options)
  server(app, { tag: 'wallet', identify: world.accounts.signedIn })(
    walletCalls.openCheckout,
    { summary: 'Open the payment window of a deposit by checkout, or find the one that is open' },
    ({ me: { playerId }, params: { id }, request }) => {
      const { checkout } = offersFor(world.settings, request)
      return openCheckout(world, checkout === 'none' ? null : provider, { id, playerId })
    },
  )
}
