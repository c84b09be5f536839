import {
  deskActivityBodySchema,
  deskActivitySchema,
  deskTableBodySchema,
  deskTableSchema,
  envelopeSchema,
} from '@minefall/shared/contracts'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { callerOf } from '../../accounts/index.ts'
import { accepted, done } from '../../http/index.ts'
import { changeActivity, listActivities } from '../tables/change-activity.ts'
import { changeTable, listTables } from '../tables/change-table.ts'
import type { World } from '../world.ts'
import { staffOf } from './gate.ts'

const tags = ['desk']
const name = z.string().regex(/^[a-z0-9-]{1,40}$/)

/** Tables and activities. */
export const tableRoutes: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  const byOf = (request: FastifyRequest) => ({
    staff: staffOf(request),
    address: callerOf(request).address,
  })

  app.get(
    '/api/desk/tables',
    {
      config: { right: 'tables' },
      schema: {
        tags,
        summary: 'Every table, the closed ones as well',
        response: { 200: envelopeSchema(z.array(deskTableSchema)) },
      },
    },
    async (request) => done(request, await listTables(world.db, world.play.rakeBps)),
  )

  app.post(
    '/api/desk/tables/:gameId',
    {
      config: { right: 'tables' },
      schema: {
        tags,
        summary: 'Change a table for matches from now on; 1409 when it is another by now',
        params: z.object({ gameId: name }),
        body: deskTableBodySchema,
        response: { 200: envelopeSchema(deskTableSchema) },
      },
    },
    async (request) =>
      done(
        request,
        accepted(await changeTable(world, { ...request.params, ...request.body }, byOf(request))),
      ),
  )

  app.get(
    '/api/desk/activities',
    {
      config: { right: 'activities' },
      schema: {
        tags,
        summary: 'Every activity, those that do not run as well',
        response: { 200: envelopeSchema(z.array(deskActivitySchema)) },
      },
    },
    async (request) => done(request, await listActivities(world.db)),
  )

  app.post(
    '/api/desk/activities/:id',
    {
      config: { right: 'activities' },
      schema: {
        tags,
        summary: 'Change an activity for everybody at once; 1409 when it is another by now',
        params: z.object({ id: name }),
        body: deskActivityBodySchema,
        response: { 200: envelopeSchema(deskActivitySchema) },
      },
    },
    async (request) =>
      done(
        request,
        accepted(await changeActivity(world, { ...request.params, ...request.body }, byOf(request))),
      ),
  )
}
