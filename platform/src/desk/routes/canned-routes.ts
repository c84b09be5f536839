import { cannedAnswerBodySchema, cannedAnswerSchema, envelopeSchema } from '@minefall/shared/contracts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { callerOf } from '../../accounts/index.ts'
import { accepted, done } from '../../http/index.ts'
import { changeCannedAnswer, listCannedAnswers } from '../conversations/canned-answers.ts'
import type { World } from '../world.ts'
import { staffOf } from './gate.ts'

const tags = ['desk']

/** Answers that are ready to be sent. */
export const cannedRoutes: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  app.get(
    '/api/desk/canned',
    {
      config: { right: 'conversations' },
      schema: {
        tags,
        summary: 'Answers that are ready to be sent, in every language',
        response: { 200: envelopeSchema(z.array(cannedAnswerSchema)) },
      },
    },
    async (request) => done(request, await listCannedAnswers(world.db)),
  )

  app.post(
    '/api/desk/canned/:id',
    {
      config: { right: 'canned.change' },
      schema: {
        tags,
        summary: 'Change a canned answer as a whole; 1409 when it is another by now',
        params: z.object({ id: z.string().regex(/^[a-z][a-z-]{0,39}$/) }),
        body: cannedAnswerBodySchema,
        response: { 200: envelopeSchema(cannedAnswerSchema) },
      },
    },
    async (request) => {
      const by = { staff: staffOf(request), address: callerOf(request).address }
      const asked = { id: request.params.id, ...request.body }
      return done(request, accepted(await changeCannedAnswer(world, asked, by)))
    },
  )
}
