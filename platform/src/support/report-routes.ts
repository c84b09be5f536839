import { envelopeSchema, reportAnswerSchema, reportBodySchema } from '@minefall/shared/contracts'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { callerOf, deviceIdOf } from '../accounts/index.ts'
import { accepted, answerRefusals, done } from '../http/index.ts'
import { guestOf } from '../players/index.ts'
import { takeReport } from './take-report.ts'
import type { World } from './world.ts'

/** Who calls: whoever is signed in, or else the guest of the device. A token that is told must be good. */
const playerIdOf = async ({ db, accounts }: World, request: FastifyRequest): Promise<string | null> => {
  if (request.headers.authorization !== undefined) return (await accounts.signedIn(request)).playerId
  const deviceId = deviceIdOf(request)
  return deviceId === null ? null : ((await guestOf(db, deviceId))?.id ?? null)
}

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
      const reporter = { ...callerOf(request), playerId: await playerIdOf(world, request) }
      return done(request, { reportId: accepted(await takeReport(world, reporter, request.body)) })
    },
  )
}
