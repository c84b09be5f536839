import {
  bodyCode,
  deskFoundSchema,
  deskNotesPageSchema,
  deskNotesQuerySchema,
  deskPlayerDetailSchema,
  deskSearchQuerySchema,
  deskSessionsSchema,
  envelopeSchema,
  historyPageSchema,
  historyQuerySchema,
  ordersPageSchema,
  ordersQuerySchema,
  statementPageSchema,
  statementQuerySchema,
} from '@minefall/shared/contracts'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { readLatestSessions } from '../../accounts/index.ts'
import { sendCsv } from '../../files/index.ts'
import { accepted, cursorSchema, done, refusal, writeCursor } from '../../http/index.ts'
import { historyPlaceSchema, readHistory } from '../../matches/index.ts'
import {
  listOrders,
  ordersPlaceSchema,
  readStatement,
  statementCsv,
  statementPlaceSchema,
} from '../../wallet/index.ts'
import { notePlaceSchema, readNotes } from '../players/notes.ts'
import { readPlayerName } from '../players/player-name.ts'
import { search } from '../players/search.ts'
import { viewPlayer } from '../players/view-player.ts'
import type { World } from '../world.ts'
import { staffOf } from './gate.ts'

const tags = ['desk']
const reads = { config: { right: 'players.read' } } as const
const params = z.object({ id: z.uuid() })

/** Sessions that are shown of an account. */
const shownSessions = 50

/** Looking for players, and looking at one: all reads. */
export const playerRoutes: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  const { db, clock } = world

  /** Whose page this is; refused where there is nobody. */
  const nameOf = async (request: FastifyRequest<{ Params: z.infer<typeof params> }>) =>
    accepted((await readPlayerName(db, request.params.id)) ?? refusal(bodyCode.notFound))

  app.get(
    '/api/desk/search',
    {
      ...reads,
      schema: {
        tags,
        summary: 'Players, orders, matches and reports by name, contact, id or number: ten of each at most',
        querystring: deskSearchQuerySchema,
        response: { 200: envelopeSchema(deskFoundSchema) },
      },
    },
    async (request) => done(request, await search(db, staffOf(request), request.query.q)),
  )

  app.get(
    '/api/desk/players/:id',
    {
      ...reads,
      schema: {
        tags,
        summary: 'A player: the account with limits, breaks, identity and flags, or a guest',
        params,
        response: { 200: envelopeSchema(deskPlayerDetailSchema) },
      },
    },
    async (request) => {
      const player = await viewPlayer(world, staffOf(request), request.params.id)
      return done(request, accepted(player ?? refusal(bodyCode.notFound)))
    },
  )

  app.get(
    '/api/desk/players/:id/statement',
    {
      ...reads,
      schema: {
        tags,
        summary: 'Every entry of the player’s accounts, the newest first',
        params,
        querystring: statementQuerySchema.extend({ cursor: cursorSchema(statementPlaceSchema).optional() }),
        response: { 200: envelopeSchema(statementPageSchema) },
      },
    },
    async (request) => {
      const { id } = await nameOf(request)
      const { cursor, limit, asset } = request.query
      const { entries, next } = await readStatement(db, id, { from: cursor, limit, asset })
      return done(request, { items: entries, next: next && writeCursor(next) })
    },
  )

  app.get(
    '/api/desk/players/:id/statement.csv',
    {
      ...reads,
      schema: {
        tags,
        summary: 'Every entry of the player’s accounts as CSV, the newest first',
        params,
        produces: ['text/csv'],
      },
    },
    async (request, reply) => {
      const { id, nickname } = await nameOf(request)
      const parts = statementCsv(db, id, { front: { player: id, nickname } })
      return sendCsv(reply, `minefall-statement-${id}.csv`, parts)
    },
  )

  app.get(
    '/api/desk/players/:id/orders',
    {
      ...reads,
      schema: {
        tags,
        summary: 'Deposits and withdrawals of the player, the newest first',
        params,
        querystring: ordersQuerySchema.extend({ cursor: cursorSchema(ordersPlaceSchema).optional() }),
        response: { 200: envelopeSchema(ordersPageSchema) },
      },
    },
    async (request) => {
      const { id } = await nameOf(request)
      return done(request, await listOrders(db, id, request.query))
    },
  )

  app.get(
    '/api/desk/players/:id/matches',
    {
      ...reads,
      schema: {
        tags,
        summary: 'Matches of the player that are over, the newest first',
        params,
        querystring: historyQuerySchema.extend({ cursor: cursorSchema(historyPlaceSchema).optional() }),
        response: { 200: envelopeSchema(historyPageSchema) },
      },
    },
    async (request) => {
      const { id } = await nameOf(request)
      return done(request, await readHistory(db, id, request.query))
    },
  )

  app.get(
    '/api/desk/players/:id/sessions',
    {
      config: { right: 'players.sessions' },
      schema: {
        tags,
        summary: 'The account’s latest sessions, the newest first; those that ended within 30 days too',
        params,
        response: { 200: envelopeSchema(deskSessionsSchema) },
      },
    },
    async (request) => {
      const { id: playerId } = await nameOf(request)
      const items = await readLatestSessions(db, { playerId, now: clock.now(), limit: shownSessions })
      return done(request, { items })
    },
  )

  app.get(
    '/api/desk/players/:id/notes',
    {
      ...reads,
      schema: {
        tags,
        summary: 'What staff wrote of the player, the newest first',
        params,
        querystring: deskNotesQuerySchema.extend({ cursor: cursorSchema(notePlaceSchema).optional() }),
        response: { 200: envelopeSchema(deskNotesPageSchema) },
      },
    },
    async (request) => {
      const { id: playerId } = await nameOf(request)
      const { cursor, limit } = request.query
      const { notes, next } = await readNotes(db, { playerId, from: cursor, limit })
      return done(request, { items: notes, next: next && writeCursor(next) })
    },
  )
}
