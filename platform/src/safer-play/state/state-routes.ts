import { envelopeSchema, playStateSchema } from '@minefall/shared/contracts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { done } from '../../http/index.ts'
import type { World } from '../world.ts'
import { readState } from './read-state.ts'

/** How the caller may play, and what they set for themselves. */
export const stateRoutes: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  app.get(
    '/api/user/play',
    {
      schema: {
        tags: ['safer play'],
        summary: 'How you may play: limits, breaks, the reminder, and what you played today',
        response: { 200: envelopeSchema(playStateSchema) },
      },
    },
    async (request) => {
      const { playerId } = await world.accounts.signedIn(request)
      return done(request, await readState(world, playerId))
    },
  )
}
