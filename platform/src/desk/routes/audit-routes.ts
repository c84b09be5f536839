import { deskAuditPageSchema, deskAuditQuerySchema, envelopeSchema } from '@minefall/shared/contracts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { cursorSchema, done, writeCursor } from '../../http/index.ts'
import { auditPlaceSchema, readAudit } from '../audit/read-audit.ts'
import type { World } from '../world.ts'

/** The audit log. */
export const auditRoutes: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  app.get(
    '/api/desk/audit',
    {
      config: { right: 'audit' },
      schema: {
        tags: ['desk'],
        summary: 'Who did what from where, the newest first',
        querystring: deskAuditQuerySchema.extend({ cursor: cursorSchema(auditPlaceSchema).optional() }),
        response: { 200: envelopeSchema(deskAuditPageSchema) },
      },
    },
    async (request) => {
      const { cursor, ...asked } = request.query
      const { entries, next } = await readAudit(world.db, { ...asked, from: cursor })
      return done(request, { items: entries, next: next && writeCursor(next) })
    },
  )
}
