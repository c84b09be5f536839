import { bodyCode, envelopeSchema, supportPictureSchema } from '@minefall/shared/contracts'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { addressGroup, callerOf } from '../../accounts/index.ts'
import { imageFormSchema, type Sender, sendPicture, takeImageForms } from '../../files/index.ts'
import { accepted, answerRefusals, done, refusal } from '../../http/index.ts'
import { playerOf } from '../player-of.ts'
import type { World } from '../world.ts'
import { countPicture, readPicture, uploadPicture } from './pictures.ts'

const tags = ['support']

/** Whose conversation it is: an account's or a guest's. A visitor whom nobody knows has none. */
const writerOf = async (world: World, request: FastifyRequest): Promise<string> =>
  (await playerOf(world, request)) ?? accepted<string>(refusal(bodyCode.unauthenticated))

/** Guests of an address wait in one line: to be another guest costs nothing. */
const senderOf = async (world: World, request: FastifyRequest): Promise<Sender> => {
  const id = await writerOf(world, request)
  const guestAddress = request.headers.authorization === undefined ? callerOf(request).address : null
  return {
    line: guestAddress === null ? id : addressGroup(guestAddress),
    of: guestAddress === null ? 'players' : 'guests',
    count: () => countPicture(world, { id, guestAddress }),
  }
}

/** In a scope of its own: only here is a form read, and only here does a body that is too large mean a picture. */
const uploadRoute: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  takeImageForms(app, { clock: world.clock, senderOf: (request) => senderOf(world, request) })
  app.post(
    '/api/support/picture',
    {
      schema: {
        tags,
        summary:
          'Upload a picture to send to support: JPG, PNG or GIF, at most 5 MB, in the form field `image`',
        ...imageFormSchema,
        response: { 200: envelopeSchema(supportPictureSchema) },
      },
    },
    async (request) => {
      const uploaded = await uploadPicture(world, {
        playerId: await writerOf(world, request),
        staffId: null,
        file: request.body.image,
      })
      return done(request, accepted(uploaded))
    },
  )
}

/** Pictures of a conversation: the upload, and the picture itself for the player whose conversation it is. */
export const pictureRoutes: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  app.setErrorHandler(answerRefusals)
  await app.register(uploadRoute, { world })
  app.get(
    '/api/support/picture/:id',
    {
      schema: {
        tags,
        summary: 'A picture of one’s own conversation, as an account or as the guest of `x-device-id`',
        params: z.object({ id: z.uuid() }),
      },
    },
    async (request, reply) => {
      const playerId = await writerOf(world, request)
      const picture = await readPicture(world.db, request.params.id)
      if (picture?.playerId !== playerId) return accepted<never>(refusal(bodyCode.notFound))
      return sendPicture(reply, picture, 'private, no-store')
    },
  )
}
