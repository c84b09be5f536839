import {
  balanceSchema,
  envelopeSchema,
  ok,
  statementPageSchema,
  statementQuerySchema,
} from '@minefall/shared/contracts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Accounts } from '../accounts/index.ts'
import type { Sql } from '../db/index.ts'
import { answerRefusals, cursorSchema, writeCursor } from '../http/index.ts'
import { balanceOf } from '../ledger/index.ts'
import { placeSchema, readStatement } from './statement.ts'

export type WalletRoutesOptions = { db: Sql; signedIn: Accounts['signedIn'] }

/** `GET /api/wallet/balance` and `/api/wallet/statement`: what the caller owns, and how that came about. */
export const walletRoutes: FastifyPluginAsyncZod<WalletRoutesOptions> = async (app, { db, signedIn }) => {
  const tags = ['wallet']
  app.setErrorHandler(answerRefusals)

  app.get(
    '/api/wallet/balance',
    {
      schema: {
        tags,
        summary: 'Coins by asset, exactly: what is available, and what is held for seats apart from it',
        response: { 200: envelopeSchema(balanceSchema) },
      },
    },
    async (request) => ok(await balanceOf(db, (await signedIn(request)).playerId)),
  )

  app.get(
    '/api/wallet/statement',
    {
      schema: {
        tags,
        summary: 'Every entry of the caller’s accounts, the newest first',
        querystring: statementQuerySchema.extend({ cursor: cursorSchema(placeSchema).optional() }),
        response: { 200: envelopeSchema(statementPageSchema) },
      },
    },
    async (request) => {
      const { playerId } = await signedIn(request)
      const { cursor, limit, asset } = request.query
      const { entries, next } = await readStatement(db, playerId, { from: cursor, limit, asset })
      return ok({ items: entries, next: next && writeCursor(next) })
    },
  )
}
