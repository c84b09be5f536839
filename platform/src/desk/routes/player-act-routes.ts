import {
  deskBlockBodySchema,
  deskBlockSchema,
  deskNoteBodySchema,
  deskNoteSchema,
  deskSignedOutSchema,
  deskSignOutBodySchema,
  deskUnblockBodySchema,
  envelopeSchema,
} from '@minefall/shared/contracts'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { callerOf } from '../../accounts/index.ts'
import { accepted, done } from '../../http/index.ts'
import type { Actor } from '../players/act.ts'
import { blockAccount, unblockAccount } from '../players/block.ts'
import { addNote } from '../players/notes.ts'
import { signOutPlayer } from '../players/sign-out.ts'
import type { World } from '../world.ts'
import { staffOf } from './gate.ts'

const tags = ['desk']
const acts = { config: { right: 'players.act' } } as const
const params = z.object({ id: z.uuid() })

const actorOf = (request: FastifyRequest, { id }: z.infer<typeof params>): Actor => ({
  playerId: id,
  staff: staffOf(request),
  address: callerOf(request).address,
})

/** What staff do about a player. */
export const playerActRoutes: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  app.post(
    '/api/desk/players/:id/block',
    {
      ...acts,
      schema: {
        tags,
        summary: 'Block an account and sign it out everywhere; 1409 when it is blocked otherwise',
        params,
        body: deskBlockBodySchema,
        response: { 200: envelopeSchema(deskBlockSchema) },
      },
    },
    async (request) => {
      const actor = actorOf(request, request.params)
      return done(request, accepted(await blockAccount(world, actor, request.body)))
    },
  )

  app.post(
    '/api/desk/players/:id/unblock',
    {
      ...acts,
      schema: {
        tags,
        summary: 'Unblock an account',
        params,
        body: deskUnblockBodySchema,
        response: { 200: envelopeSchema(z.null()) },
      },
    },
    async (request) => {
      const actor = actorOf(request, request.params)
      return done(request, accepted(await unblockAccount(world, actor, request.body)))
    },
  )

  app.post(
    '/api/desk/players/:id/sign-out',
    {
      ...acts,
      schema: {
        tags,
        summary: 'End every session of an account, or one',
        params,
        body: deskSignOutBodySchema,
        response: { 200: envelopeSchema(deskSignedOutSchema) },
      },
    },
    async (request) => {
      const actor = actorOf(request, request.params)
      const ended = accepted(await signOutPlayer(world, actor, request.body))
      return done(request, { ended: ended.length })
    },
  )

  app.post(
    '/api/desk/players/:id/notes',
    {
      ...acts,
      schema: {
        tags,
        summary: 'Write a note of a player for staff, for good; the same id again is the same note',
        params,
        body: deskNoteBodySchema,
        response: { 200: envelopeSchema(deskNoteSchema) },
      },
    },
    async (request) => {
      const actor = actorOf(request, request.params)
      return done(request, accepted(await addNote(world, actor, request.body)))
    },
  )
}
