import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { sendCsv } from '../../files/index.ts'
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
      return sendCsv(reply, 'minefall-statement.csv', statementCsv(world.db, playerId))
    },
  )
}
