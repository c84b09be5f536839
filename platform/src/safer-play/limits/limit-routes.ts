import { envelopeSchema, limitBodySchema, limitNameSchema } from '@minefall/shared/contracts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { accepted, done } from '../../http/index.ts'
import type { World } from '../world.ts'
import { cancelLimit, confirmLimit } from './confirm-limit.ts'
import { setLimit } from './set-limit.ts'

/** What a player may deposit or lose in a day, a week, a month: lower at once, higher after a time and a confirmation. */
export const limitRoutes: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  const tags = ['safer play']
  const response = { 200: envelopeSchema(z.null()) }
  const { accounts } = world

  app.post(
    '/api/user/play/limit',
    {
      schema: {
        tags,
        summary: 'Lower a limit at once, or ask for a higher one',
        body: limitBodySchema,
        response,
      },
    },
    async (request) => {
      const { playerId } = await accounts.signedIn(request)
      const { kind, period, amount } = request.body
      const wanted = amount === null ? null : BigInt(amount)
      const outcome = await setLimit(world, { playerId, kind, period, amount: wanted })
      return done(request, null, outcome === 'set' ? 'limit-set' : 'limit-asked')
    },
  )

  app.post(
    '/api/user/play/limit/confirm',
    {
      schema: {
        tags,
        summary: 'Confirm the higher limit that was asked for, when its waiting time is over',
        body: limitNameSchema,
        response,
      },
    },
    async (request) => {
      const { playerId } = await accounts.signedIn(request)
      accepted(await confirmLimit(world, { playerId, ...request.body }))
      return done(request, null, 'limit-set')
    },
  )

  app.post(
    '/api/user/play/limit/cancel',
    {
      schema: { tags, summary: 'Drop the higher limit that was asked for', body: limitNameSchema, response },
    },
    async (request) => {
      const { playerId } = await accounts.signedIn(request)
      await cancelLimit(world, { playerId, ...request.body })
      return done(request, null)
    },
  )
}
