import { envelopeSchema, reportAnswerSchema, reportBodySchema } from '@minefall/shared/contracts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { callerOf } from '../accounts/index.ts'
import { accepted, answerRefusals, done } from '../http/index.ts'
import { askerOf } from './player-of.ts'
import { takeReport } from './take-report.ts'
import type { World } from './world.ts'

/** `POST /api/support/report`. */
export const reportRoutes: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  app.setErrorHandler(answerRefusals)
  app.post(
    '/api/support/report',
    {
      schema: {
        tags: ['support'],
        summary: 'Report a problem, as a player, as the guest of `x-device-id`, or as a visitor',
        body: reportBodySchema,
        response: { 200: envelopeSchema(reportAnswerSchema) },
      },
    },
    async (request) => {
      const reporter = { ...callerOf(request), asker: await askerOf(world, request) }
      return done(request, { reportId: accepted(await takeReport(world, reporter, request.body)) })
    },
  )
}
