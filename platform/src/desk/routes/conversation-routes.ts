import {
  bodyCode,
  chatMessageSchema,
  deskAssignBodySchema,
  deskConversationDetailSchema,
  deskConversationQuerySchema,
  deskConversationSchema,
  deskConversationsPageSchema,
  deskConversationsQuerySchema,
  deskReadBodySchema,
  deskReplyBodySchema,
  envelopeSchema,
  supportPictureSchema,
} from '@minefall/shared/contracts'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { callerOf } from '../../accounts/index.ts'
import { imageFormSchema, sendPicture, takeImageForms } from '../../files/index.ts'
import { accepted, cursorSchema, done, type Refusal, refusal, writeCursor } from '../../http/index.ts'
import { countPicture, readConversation, readPage, readPicture, uploadPicture } from '../../support/index.ts'
import type { Agent } from '../conversations/agent.ts'
import { assign, close, markRead } from '../conversations/handle.ts'
import { inboxPlaceSchema, readInbox } from '../conversations/inbox.ts'
import { reply } from '../conversations/reply.ts'
import { viewConversation } from '../conversations/view.ts'
import type { World } from '../world.ts'
import { staffOf } from './gate.ts'

const tags = ['desk']
const answers = { config: { right: 'conversations' } } as const
const params = z.object({ playerId: z.uuid() })
const conversation = { 200: envelopeSchema(deskConversationSchema) }

const agentOf = (request: FastifyRequest, { playerId }: z.infer<typeof params>): Agent => ({
  playerId,
  staff: staffOf(request),
  address: callerOf(request).address,
})

/** In a scope of its own: only here is a form read, and only here does a body that is too large mean a picture. */
const uploadRoute: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  takeImageForms(app, {
    clock: world.clock,
    senderOf: async (request) => {
      const { id } = staffOf(request)
      return { line: id, of: 'staff', count: () => countPicture(world, { id, guestAddress: null }) }
    },
  })
  app.post(
    '/api/desk/conversations/:playerId/picture',
    {
      ...answers,
      schema: {
        tags,
        summary:
          'Upload a picture to send to a player: JPG, PNG or GIF, at most 5 MB, in the form field `image`',
        ...imageFormSchema,
        params,
        response: { 200: envelopeSchema(supportPictureSchema) },
      },
    },
    async (request) => {
      const { playerId } = request.params
      const { count } = await world.db.query('select from player where id = $1', [playerId])
      if (count === 0) return accepted<never>(refusal(bodyCode.notFound))
      const staffId = staffOf(request).id
      const upload = { playerId, staffId, file: request.body.image }
      return done(request, accepted(await uploadPicture(world, upload)))
    },
  )
}

/** Conversations with players: the inbox, and what is done in each. */
export const conversationRoutes: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  const viewOf = async (playerId: string) =>
    accepted((await viewConversation(world.db, playerId)) ?? refusal(bodyCode.notFound))
  /** The conversation as it is after what was done. */
  const answer = async (request: FastifyRequest, { playerId }: Agent, result: null | Refusal) => {
    accepted(result)
    return done(request, await viewOf(playerId))
  }

  app.get(
    '/api/desk/conversations',
    {
      ...answers,
      schema: {
        tags,
        summary: 'Open conversations, those that wait for an answer first; or closed ones, the newest first',
        querystring: deskConversationsQuerySchema.extend({
          cursor: cursorSchema(inboxPlaceSchema).optional(),
        }),
        response: { 200: envelopeSchema(deskConversationsPageSchema) },
      },
    },
    async (request) => {
      const { cursor, ...asked } = request.query
      const { conversations, next } = await readInbox(world.db, staffOf(request), { ...asked, from: cursor })
      return done(request, { items: conversations, next: next && writeCursor(next) })
    },
  )

  app.get(
    '/api/desk/conversations/:playerId',
    {
      ...answers,
      schema: {
        tags,
        summary: 'A conversation with its latest messages, or with those before one',
        params,
        querystring: deskConversationQuerySchema,
        response: { 200: envelopeSchema(deskConversationDetailSchema) },
      },
    },
    async (request) => {
      const { playerId } = request.params
      const view = await viewOf(playerId)
      return done(request, { ...view, ...(await readPage(world.db, playerId, request.query.before ?? null)) })
    },
  )

  app.post(
    '/api/desk/conversations/:playerId/reply',
    {
      ...answers,
      schema: {
        tags,
        summary: 'Write to a player; the same id again is the same message',
        params,
        body: deskReplyBodySchema,
        response: { 200: envelopeSchema(chatMessageSchema) },
      },
    },
    async (request) =>
      done(request, accepted(await reply(world, agentOf(request, request.params), request.body))),
  )

  app.post(
    '/api/desk/conversations/:playerId/assign',
    {
      ...answers,
      schema: {
        tags,
        summary: 'Give an open conversation to somebody, or to nobody; 1409 when it is another’s by now',
        params,
        body: deskAssignBodySchema,
        response: conversation,
      },
    },
    async (request) => {
      const agent = agentOf(request, request.params)
      return answer(request, agent, await assign(world, agent, request.body))
    },
  )

  app.post(
    '/api/desk/conversations/:playerId/close',
    {
      ...answers,
      schema: {
        tags,
        summary: 'Close a conversation; 1409 when something was written that was not read',
        params,
        body: deskReadBodySchema,
        response: conversation,
      },
    },
    async (request) => {
      const agent = agentOf(request, request.params)
      return answer(request, agent, await close(world, agent, request.body))
    },
  )

  app.post(
    '/api/desk/conversations/:playerId/read',
    {
      ...answers,
      schema: {
        tags,
        summary: 'Say how far staff have read',
        params,
        body: deskReadBodySchema,
        response: conversation,
      },
    },
    async (request) => {
      const agent = agentOf(request, request.params)
      return answer(request, agent, await markRead(world, agent, request.body))
    },
  )

  app.post(
    '/api/desk/conversations/:playerId/typing',
    {
      ...answers,
      schema: {
        tags,
        summary: 'Say that one types; the player sees it for 4 s',
        params,
        response: { 200: envelopeSchema(z.null()) },
      },
    },
    async (request) => {
      const { playerId } = request.params
      accepted((await readConversation(world.db, playerId)) ?? refusal(bodyCode.notFound))
      world.bus.publish('chat.typing', playerId, { by: 'staff' })
      return done(request, null)
    },
  )

  await app.register(uploadRoute, { world })

  app.get(
    '/api/desk/pictures/:id',
    {
      ...answers,
      schema: { tags, summary: 'A picture of a conversation', params: z.object({ id: z.uuid() }) },
    },
    async (request, reply) => {
      const picture = await readPicture(world.db, request.params.id)
      return sendPicture(reply, accepted(picture ?? refusal(bodyCode.notFound)), 'private, no-store')
    },
  )
}
