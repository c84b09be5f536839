import { bodyCode, envelopeSchema, ok, refuse, tableSchema } from '@minefall/shared/contracts'
import { type MatchState, matchIdSchema, view } from '@minefall/shared/game'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'
import { readRecord } from './recovery/past.ts'
import { refused } from './refusals.ts'
import { readTables } from './tables.ts'

/** A match as everybody may see it, and the rolling hash after its last event. */
const shownMatchSchema = z.object({
  state: z
    .custom<MatchState>((value) => typeof value === 'object' && value !== null)
    .meta({
      type: 'object',
      description: 'The public state of the match: the fold of its events so far.',
    }),
  hash: z.string(),
})

export type GameRoutesOptions = { db: Sql; rakeBps: number }

/** `GET /api/game/list`, `/api/game/detail` and `/api/game/match/:id`. Read from the journal, so any node can answer. */
export const gameRoutes: FastifyPluginAsyncZod<GameRoutesOptions> = async (app, { db, rakeBps }) => {
  app.get(
    '/api/game/list',
    {
      schema: {
        tags: ['game'],
        summary: 'All open tables, in the order of the lobby',
        response: { 200: envelopeSchema(z.array(tableSchema)) },
      },
    },
    async () => ok((await readTables(db, rakeBps)).filter(({ isOpen }) => isOpen)),
  )

  app.get(
    '/api/game/detail',
    {
      schema: {
        tags: ['game'],
        summary: 'One table, also a closed one: matches may be played there still',
        querystring: z.object({ gameId: z.string().min(1).max(40) }),
        response: { 200: envelopeSchema(tableSchema) },
      },
    },
    async ({ query: { gameId } }) => {
      const table = (await readTables(db, rakeBps)).find((one) => one.gameId === gameId)
      return table ? ok(table) : refuse(bodyCode.notFound, 'Game Not Found')
    },
  )

  app.get(
    '/api/game/match/:id',
    {
      schema: {
        tags: ['game'],
        summary: 'A match, live or past, as everybody may see it',
        params: z.object({ id: matchIdSchema }),
        response: { 200: envelopeSchema(shownMatchSchema) },
      },
    },
    async ({ params: { id } }) => {
      const record = await readRecord(db, id)
      return record ? ok({ state: view(record.state), hash: record.hash }) : refused('no-such-match')
    },
  )
}
