import { bodyCode, envelopeSchema, supportPictureSchema } from '@minefall/shared/contracts'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { addressGroup, callerOf } from '../../accounts/index.ts'
import { imageFormSchema, type Sender, sendPicture, takeImageForms } from '../../files/index.ts'
import { accepted, answerRefusals, done, refusal, tooMany } from '../../http/index.ts'
import { spendAsGuest } from '../guest-bytes.ts'
import { type Asker, askerOf } from '../player-of.ts'
import type { World } from '../world.ts'
import { countPicture, readPicture, uploadPicture } from './pictures.ts'

const tags = ['support']

/** The player of the conversation: an account or a device's guest. Null for a visitor without a device id. */
const writerOf = async (world: World, request: FastifyRequest): Promise<Asker> =>
  (await askerOf(world, request)) ?? accepted<Asker>(refusal(bodyCode.unauthenticated))

/** The same for a picture: stores the guest with it, if their network may bring another. */
const keptWriter = async (world: World, request: FastifyRequest): Promise<string> => {
  const { playerId, guestOf } = await writerOf(world, request)
  if (guestOf === null) return playerId
  const from = { deviceId: guestOf, address: callerOf(request).address }
  const kept = await world.db.transaction((tx) => world.guests.keep(tx, from))
  return accepted('wait' in kept ? tooMany(kept.wait) : kept.id)
}

/** Guests of an address wait in one line: to be another guest costs nothing. */
const senderOf = async (world: World, request: FastifyRequest): Promise<Sender> => {
  const { playerId: id } = await writerOf(world, request)
  const guestAddress = request.headers.authorization === undefined ? callerOf(request).address : null
  return {
    line: guestAddress === null ? id : addressGroup(guestAddress),
    of: guestAddress === null ? 'players' : 'guests',
    count: async () => {
      const refused = await countPicture(world, { id, guestAddress })
      if (!refused) await keptWriter(world, request)
      return refused
    },
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
        playerId: await keptWriter(world, request),
        staffId: null,
        file: request.body.image,
        ...(request.headers.authorization === undefined
          ? { spend: (bytes) => spendAsGuest(world.db, world, { address: callerOf(request).address, bytes }) }
          : {}),
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
      const { playerId } = await writerOf(world, request)
      const picture = await readPicture(world.db, request.params.id)
      if (picture?.playerId !== playerId) return accepted<never>(refusal(bodyCode.notFound))
      return sendPicture(reply, picture, 'private, no-store')
    },
  )
}
