import { centerSchema, envelopeSchema } from '@minefall/shared/contracts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { done } from '../../http/index.ts'
import type { World } from '../world.ts'
import { readCenter } from './read-center.ts'

/** The account, and what goes on for it. */
export const centerRoutes: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  app.get(
    '/api/user/center',
    {
      schema: {
        tags: ['rewards'],
        summary: 'The user, how the account is secured, the running activities, and how many gifts are ready',
        response: { 200: envelopeSchema(centerSchema) },
      },
    },
    async (request) => done(request, await readCenter(world, await world.accounts.signedIn(request))),
  )
}
