import {
  envelopeSchema,
  historyPageSchema,
  historyQuerySchema,
  matchEventsSchema,
  ok,
} from '@minefall/shared/contracts'
import { matchHeaderSchema, matchIdSchema } from '@minefall/shared/game'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { answerRefusals, cursorSchema } from '../../http/index.ts'
import { isOver } from '../host/record.ts'
import { readRecord } from '../recovery/past.ts'
import { refused } from '../refusals.ts'
import { placeSchema, readHistory } from './list.ts'

export type HistoryRoutesOptions = {
  db: Sql
  /** Who calls. Throws what `answerRefusals` answers where nobody is signed in. */
  signedIn(request: FastifyRequest): Promise<{ playerId: string }>
}

const querySchema = historyQuerySchema.extend({ cursor: cursorSchema(placeSchema).optional() })

/** What is over never changes. It is asked for again now and then all the same, as its form may. */
/** What of a state is its header. */
const headerOf = z.object(matchHeaderSchema.shape)

const keptForADay = 'public, max-age=86400'

/** `GET /api/game/history`, one's own, and `GET /api/game/match/:id/events`, which is everybody's. */
export const historyRoutes: FastifyPluginAsyncZod<HistoryRoutesOptions> = async (app, { db, signedIn }) => {
  app.setErrorHandler(answerRefusals)

  app.get(
    '/api/game/history',
    {
      schema: {
        tags: ['game'],
        summary: 'One’s own matches that are over, the newest first',
        querystring: querySchema,
        response: { 200: envelopeSchema(historyPageSchema) },
      },
    },
    async (request, reply) => {
      const { playerId } = await signedIn(request)
      reply.header('cache-control', 'no-store')
      return ok(await readHistory(db, playerId, request.query))
    },
  )

  app.get(
    '/api/game/match/:id/events',
    {
      schema: {
        tags: ['game'],
        summary: 'A match that is over, event by event, as everybody may see it',
        params: z.object({ id: matchIdSchema }),
        response: { 200: envelopeSchema(matchEventsSchema) },
      },
    },
    async ({ params: { id } }, reply) => {
      const record = await readRecord(db, id)
      reply.header('cache-control', record && isOver(record.state) ? keptForADay : 'no-store')
      if (!record) return refused('no-such-match')
      // A live match is followed, not read: what it tells is told to all at the same moment.
      if (!isOver(record.state)) return refused('wrong-phase')
      const { state, events, hash } = record
      return ok({ header: headerOf.parse(state), events, hash })
    },
  )
}
