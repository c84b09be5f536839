import {
  avatarAnswerSchema,
  avatarEditBodySchema,
  avatarSchema,
  bodyCode,
  envelopeSchema,
  refuse,
} from '@minefall/shared/contracts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { imageFormSchema, sendPicture, takeImageForms } from '../../files/index.ts'
import { accepted, done } from '../../http/index.ts'
import { chooseAvatar, countUpload, listAvatars, readAvatar, uploadAvatar } from '../avatars/avatars.ts'
import type { World } from '../world.ts'
import { signedIn } from './caller.ts'

const tags = ['profile']

/** In a scope of its own: only here is a form read, and only here does a body that is too large mean a picture. */
const uploadRoute: FastifyPluginAsyncZod<{ world: World }> = async (upload, { world }) => {
  takeImageForms(upload, {
    clock: world.clock,
    senderOf: async (request) => {
      const me = await signedIn(world, request)
      return { line: me.playerId, of: 'players', count: () => countUpload(world, me) }
    },
  })
  upload.post(
    '/api/user/upload',
    {
      schema: {
        tags,
        summary: 'Upload an avatar: JPG, PNG or GIF, at most 5 MB, in the form field `image`',
        ...imageFormSchema,
        response: { 200: envelopeSchema(avatarAnswerSchema) },
      },
    },
    async (request) => {
      const me = await signedIn(world, request)
      const result = await uploadAvatar(world, me, request.body.image)
      return done(request, accepted(result), 'avatar-uploaded')
    },
  )
}

/** Avatars: what there is to choose from, an upload, and the picture itself. */
export const avatarRoutes: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  app.get(
    '/api/user/getavatars',
    {
      schema: {
        tags,
        summary: 'The avatars to choose from',
        response: { 200: envelopeSchema(z.array(avatarSchema)) },
      },
    },
    async (request) => done(request, await listAvatars(world, await signedIn(world, request))),
  )

  app.post(
    '/api/user/modify',
    {
      schema: {
        tags,
        summary: 'Choose an avatar',
        body: avatarEditBodySchema,
        response: { 200: envelopeSchema(avatarAnswerSchema) },
      },
    },
    async (request) => {
      const me = await signedIn(world, request)
      return done(request, accepted(await chooseAvatar(world, me, request.body.avatarid)), 'avatar-updated')
    },
  )

  await app.register(uploadRoute, { world })

  app.get(
    '/api/user/avatar/:id',
    {
      schema: {
        tags,
        summary: 'An uploaded avatar; its address changes with every upload',
        params: z.object({ id: z.uuid() }),
      },
    },
    async ({ params: { id } }, reply) => {
      const image = await readAvatar(world, id)
      if (!image) return reply.code(404).send(refuse(bodyCode.notFound, 'not found'))
      return sendPicture(reply, image, 'public, max-age=31536000, immutable')
    },
  )
}
