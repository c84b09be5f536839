import { Readable } from 'node:stream'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { World } from '../world.ts'
import { statementCsv } from './statement-csv.ts'

/** `GET /api/wallet/statement.csv`: the whole statement, to keep. */
export const statementRoutes: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  app.get(
    '/api/wallet/statement.csv',
    {
      schema: {
        tags: ['wallet'],
        summary: 'Every entry of the caller’s accounts as CSV, the newest first',
        produces: ['text/csv'],
      },
    },
    async (request, reply) => {
      const { playerId } = await world.accounts.signedIn(request)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="minefall-statement.csv"')
        .header('cache-control', 'private, no-store')
        .header('x-content-type-options', 'nosniff')
        .send(Readable.from(statementCsv(world.db, playerId)))
    },
  )
}
