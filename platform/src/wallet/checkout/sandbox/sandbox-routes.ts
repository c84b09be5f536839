import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type DeliveryContext, deliverNow } from './deliver-owed.ts'
import { paymentPage, style, stylePath, unknownPage } from './sandbox-page.ts'
import { decide, readPayment } from './sandbox-payment.ts'

const tags = ['sandbox']
const params = z.object({
  reference: z
    .string()
    .max(100)
    .regex(/^\P{C}+$/u),
})
const path = '/sandbox/checkout/:reference'

const sendPage = (reply: FastifyReply, html: string) =>
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html)

/** The sandbox's own page: without script, with two buttons. Who has a payment's address may decide about it. */
export const sandboxRoutes: FastifyPluginAsyncZod<{ delivery: DeliveryContext }> = async (
  app,
  { delivery },
) => {
  const { db, clock, newId } = delivery.world
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 1_024 },
    async (_: unknown, body: string | Buffer) => Object.fromEntries(new URLSearchParams(String(body))),
  )

  app.get(stylePath, { schema: { hide: true } }, async (_, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=300').send(style),
  )

  app.get(
    path,
    { schema: { tags, summary: 'The page on which the sandbox pretends to be paid', params } },
    async ({ params: { reference } }, reply) => {
      const payment = await readPayment(db, reference)
      return payment
        ? sendPage(reply, paymentPage(payment, clock.now()))
        : sendPage(reply.code(404), unknownPage())
    },
  )

  app.post(
    path,
    {
      schema: {
        tags,
        summary: 'Pay or decline, once; then back to the page',
        consumes: ['application/x-www-form-urlencoded'],
        params,
        body: z.object({ choice: z.enum(['pay', 'decline']) }),
      },
    },
    async ({ params: { reference }, body: { choice } }, reply) => {
      const status = choice === 'pay' ? 'paid' : 'declined'
      await decide(db, { reference, status, eventId: newId(), at: clock.now() })
      await deliverNow(delivery, reference)
      return reply.redirect(`/sandbox/checkout/${encodeURIComponent(reference)}`, 303)
    },
  )
}
