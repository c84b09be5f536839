import {
  deskMatchDetailSchema,
  deskMatchesPageSchema,
  deskMatchesQuerySchema,
  deskVoidBodySchema,
  envelopeSchema,
} from '@minefall/shared/contracts'
import { matchIdSchema } from '@minefall/shared/game'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { callerOf } from '../../accounts/index.ts'
import { accepted, cursorSchema, done, writeCursor } from '../../http/index.ts'
import { listMatches, matchPlaceSchema } from '../matches/list-matches.ts'
import { readMatch } from '../matches/read-match.ts'
import { voidMatch, withdrawVoid } from '../matches/void-match.ts'
import type { World } from '../world.ts'
import { staffOf } from './gate.ts'

const tags = ['desk']
const params = z.object({ id: matchIdSchema })

/** Matches, live and past, and the void of one that is stuck. */
export const matchRoutes: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  const byOf = (request: FastifyRequest) => ({
    staff: staffOf(request),
    address: callerOf(request).address,
  })

  app.get(
    '/api/desk/matches',
    {
      config: { right: 'matches.read' },
      schema: {
        tags,
        summary: 'Matches, live and past, the newest first',
        querystring: deskMatchesQuerySchema.extend({ cursor: cursorSchema(matchPlaceSchema).optional() }),
        response: { 200: envelopeSchema(deskMatchesPageSchema) },
      },
    },
    async (request) => {
      const { cursor, ...asked } = request.query
      const { matches, next } = await listMatches(world, { ...asked, from: cursor })
      return done(request, { items: matches, next: next && writeCursor(next) })
    },
  )

  app.get(
    '/api/desk/matches/:id',
    {
      config: { right: 'matches.read' },
      schema: {
        tags,
        summary: 'A match with its seats, clock, owner and journal; what it is verified by when it is over',
        params,
        response: { 200: envelopeSchema(deskMatchDetailSchema) },
      },
    },
    async (request) => done(request, accepted(await readMatch(world, request.params.id))),
  )

  const acts = [
    {
      path: '/api/desk/matches/:id/void',
      summary:
        'Ask for a stuck match to be voided, or confirm what somebody else asked for; 1409 when it goes on',
      act: voidMatch,
    },
    {
      path: '/api/desk/matches/:id/void/withdraw',
      summary: 'Take back what was asked for; 1409 when nothing waits for a second person',
      act: withdrawVoid,
    },
  ]
  for (const { path, summary, act } of acts)
    app.post(
      path,
      {
        config: { right: 'matches.void' },
        schema: {
          tags,
          summary,
          params,
          body: deskVoidBodySchema,
          response: { 200: envelopeSchema(deskMatchDetailSchema) },
        },
      },
      async (request) => {
        const matchId = request.params.id
        accepted(await act(world, { matchId, reason: request.body.reason }, byOf(request)))
        return done(request, accepted(await readMatch(world, matchId)))
      },
    )
}
