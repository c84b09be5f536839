import {
  deskFlagSchema,
  deskFlagsPageSchema,
  deskFlagsQuerySchema,
  deskIdentitySchema,
  deskReviewBodySchema,
  envelopeSchema,
} from '@minefall/shared/contracts'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { callerOf } from '../../accounts/index.ts'
import { accepted, cursorSchema, done, writeCursor } from '../../http/index.ts'
import { flagPlaceSchema, readFlags, reviewFlag } from '../accounts/flags.ts'
import { reviewIdentity } from '../accounts/identity.ts'
import type { World } from '../world.ts'
import { staffOf } from './gate.ts'

const tags = ['desk']
const flagParams = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,17}$/)
    .transform(BigInt),
})

/** Accounts that were flagged, and who owns an account. */
export const accountRoutes: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  const byOf = (request: FastifyRequest) => ({
    staff: staffOf(request),
    address: callerOf(request).address,
  })

  app.get(
    '/api/desk/flags',
    {
      config: { right: 'accounts.read' },
      schema: {
        tags,
        summary: 'Accounts that move coins between them again and again: open flags, or reviewed ones',
        querystring: deskFlagsQuerySchema.extend({ cursor: cursorSchema(flagPlaceSchema).optional() }),
        response: { 200: envelopeSchema(deskFlagsPageSchema) },
      },
    },
    async (request) => {
      const { cursor, ...asked } = request.query
      const { flags, next } = await readFlags(world.db, { ...asked, from: cursor })
      return done(request, { items: flags, next: next && writeCursor(next) })
    },
  )

  app.post(
    '/api/desk/flags/:id/review',
    {
      config: { right: 'accounts.review' },
      schema: {
        tags,
        summary: 'Say what was found about a flag; 1409 when somebody else reviewed it',
        params: flagParams,
        body: deskReviewBodySchema,
        response: { 200: envelopeSchema(deskFlagSchema) },
      },
    },
    async (request) => {
      const asked = { flagId: request.params.id, ...request.body }
      return done(request, accepted(await reviewFlag(world, asked, byOf(request))))
    },
  )

  app.post(
    '/api/desk/players/:id/identity',
    {
      config: { right: 'accounts.review' },
      schema: {
        tags,
        summary:
          'Say that the identity of an account’s owner was reviewed, which larger withdrawals wait for',
        params: z.object({ id: z.uuid() }),
        body: deskReviewBodySchema,
        response: { 200: envelopeSchema(deskIdentitySchema) },
      },
    },
    async (request) => {
      const asked = { playerId: request.params.id, ...request.body }
      return done(request, accepted(await reviewIdentity(world, asked, byOf(request))))
    },
  )
}
