import { envelopeSchema, pageQuerySchema, playDaysSchema } from '@minefall/shared/contracts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { sendCsv } from '../../files/index.ts'
import { cursorSchema, done, writeCursor } from '../../http/index.ts'
import type { World } from '../world.ts'
import { daysCsv } from './days-csv.ts'
import { placeSchema, readDays } from './read-days.ts'

/** All money and time by day: a page at a time, and whole to keep. */
export const dayRoutes: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  const tags = ['safer play']

  app.get(
    '/api/user/play/days',
    {
      schema: {
        tags,
        summary: 'Your money and time by day (UTC), the newest first',
        querystring: pageQuerySchema.extend({ cursor: cursorSchema(placeSchema).optional() }),
        response: { 200: envelopeSchema(playDaysSchema) },
      },
    },
    async (request) => {
      const { playerId } = await world.accounts.signedIn(request)
      const { cursor: from, limit } = request.query
      const { days, next } = await readDays(world.db, playerId, { from, limit })
      return done(request, { items: days, next: next && writeCursor(next) })
    },
  )

  app.get(
    '/api/user/play/statement.csv',
    { schema: { tags, summary: 'All your money and time by day (UTC) as CSV', produces: ['text/csv'] } },
    async (request, reply) => {
      const { playerId } = await world.accounts.signedIn(request)
      return sendCsv(reply, 'minefall-play.csv', daysCsv(world.db, playerId))
    },
  )
}
