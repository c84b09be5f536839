import { envelopeSchema, pageQuerySchema, referralDataSchema } from '@minefall/shared/contracts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { cursorSchema, done, writeCursor } from '../../http/index.ts'
import type { World } from '../world.ts'
import { invitedPlaceSchema, readInvited } from './read-invited.ts'
import { readTotals } from './read-totals.ts'
import { readRule } from './rule.ts'

/** `GET /api/user/referral_data`: one's invitation, who came by it, what was earned, and why something was not. */
export const referralRoutes: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  app.get(
    '/api/user/referral_data',
    {
      schema: {
        tags: ['rewards'],
        summary: 'Your invitation code, who came by it, and what it earned; the newest first',
        querystring: pageQuerySchema.extend({ cursor: cursorSchema(invitedPlaceSchema).optional() }),
        response: { 200: envelopeSchema(referralDataSchema) },
      },
    },
    async (request) => {
      const { db, clock, accounts } = world
      const { playerId } = await accounts.signedIn(request)
      const { cursor, limit } = request.query
      const { gift, ...rule } = await readRule(db)
      const { items, next } = await readInvited(db, playerId, { from: cursor, limit })
      return done(request, {
        ...(await readTotals(db, playerId, clock.now())),
        rule: { ...rule, gift: gift.toString() },
        invited: { items, next: next && writeCursor(next) },
      })
    },
  )
}
