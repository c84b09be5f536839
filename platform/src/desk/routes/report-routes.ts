import {
  deskCloseReportBodySchema,
  deskReportDetailSchema,
  deskReportsPageSchema,
  deskReportsQuerySchema,
  envelopeSchema,
} from '@minefall/shared/contracts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { callerOf } from '../../accounts/index.ts'
import { accepted, cursorSchema, done, writeCursor } from '../../http/index.ts'
import { closeReport } from '../reports/close-report.ts'
import { readReport, readReports, reportPlaceSchema } from '../reports/read-reports.ts'
import type { World } from '../world.ts'
import { staffOf } from './gate.ts'

const tags = ['desk']
const agents = { config: { right: 'reports' } } as const
const params = z.object({ id: z.uuid() })

/** Problems that people reported. */
export const reportRoutes: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  app.get(
    '/api/desk/reports',
    {
      ...agents,
      schema: {
        tags,
        summary: 'Reported problems: open ones, the oldest first, or closed ones, the newest first',
        querystring: deskReportsQuerySchema.extend({ cursor: cursorSchema(reportPlaceSchema).optional() }),
        response: { 200: envelopeSchema(deskReportsPageSchema) },
      },
    },
    async (request) => {
      const { cursor, ...asked } = request.query
      const { reports, next } = await readReports(world.db, { ...asked, from: cursor })
      return done(request, { items: reports, next: next && writeCursor(next) })
    },
  )

  app.get(
    '/api/desk/reports/:id',
    {
      ...agents,
      schema: {
        tags,
        summary: 'A reported problem with its page, connection, browser and release',
        params,
        response: { 200: envelopeSchema(deskReportDetailSchema) },
      },
    },
    async (request) => done(request, accepted(await readReport(world.db, request.params.id))),
  )

  app.post(
    '/api/desk/reports/:id/close',
    {
      ...agents,
      schema: {
        tags,
        summary: 'Close a report with what came of it; 1409 when somebody else did',
        params,
        body: deskCloseReportBodySchema,
        response: { 200: envelopeSchema(deskReportDetailSchema) },
      },
    },
    async (request) => {
      const asked = { id: request.params.id, ...request.body }
      const by = { staff: staffOf(request), address: callerOf(request).address }
      return done(request, accepted(await closeReport(world, asked, by)))
    },
  )
}
