import { envelopeSchema, vipCenterSchema } from '@minefall/shared/contracts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { done } from '../../http/index.ts'
import type { World } from '../world.ts'
import { readVipCenter } from './vip-center.ts'

/** `GET /api/user/vip_center`: level and tier, and what they give. */
export const vipRoutes: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  app.get(
    '/api/user/vip_center',
    {
      schema: {
        tags: ['rewards'],
        summary: 'Your level and VIP tier, what can be claimed now, and which matches moved nothing and why',
        response: { 200: envelopeSchema(vipCenterSchema) },
      },
    },
    async (request) => {
      const { playerId } = await world.accounts.signedIn(request)
      return done(request, await readVipCenter(world.db, playerId, world.clock.now()))
    },
  )
}
