import { envelopeSchema, undoableChangeSchema, undoBodySchema } from '@minefall/shared/contracts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { accepted, done } from '../../http/index.ts'
import { readUndo, undoChange } from '../changes/undo-change.ts'
import type { World } from '../world.ts'
import { callerOf } from './caller.ts'

/** What the link in a message about a changed contact does, signed in or not. */
export const undoRoutes: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  const tags = ['security']

  app.post(
    '/api/account/undoable',
    {
      schema: {
        tags,
        summary: 'What the link of a message would undo',
        body: undoBodySchema,
        response: { 200: envelopeSchema(undoableChangeSchema) },
      },
    },
    async (request) => {
      const { token } = request.body
      return done(request, accepted(await readUndo(world, { token, caller: callerOf(request) })))
    },
  )

  app.post(
    '/api/account/undo',
    {
      schema: {
        tags,
        summary: 'Undo a change of a contact with the link of a message, once',
        body: undoBodySchema,
        response: { 200: envelopeSchema(z.null()) },
      },
    },
    async (request) => {
      const { token } = request.body
      return done(
        request,
        accepted(await undoChange(world, { token, caller: callerOf(request) })),
        'change-undone',
      )
    },
  )
}
