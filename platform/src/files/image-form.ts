import { finished } from 'node:stream'
import { avatarFormBytesMax, bodyCode } from '@minefall/shared/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { accepted, answerRefusals, refusal, sendRefusal, wrongField } from '../http/index.ts'
import { inTurnByKey } from '../in-turn.ts'
import { slots } from './slots.ts'

/**
 * The file in the field `image` of a form that was sent as `multipart/form-data`. The platform's own parser reads it;
 * `body` is bounded by the route.
 */
const readImageField = async (request: FastifyRequest, body: Buffer): Promise<Uint8Array> => {
  const type = request.headers['content-type'] ?? ''
  const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => null)
  const image = form?.get('image')
  if (!(image instanceof File)) return accepted<Uint8Array>(wrongField('image', 'image-format'))
  return new Uint8Array(await image.arrayBuffer())
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'statusCode' in error && error.statusCode === 413

const bytes = z.instanceof(Uint8Array)

/** What a route that takes a picture declares beside its own. */
export const imageFormRoute = { bodyLimit: avatarFormBytesMax } as const
export const imageFormSchema = {
  consumes: ['multipart/form-data'],
  body: z.object({ image: bytes.meta({ type: 'string', format: 'binary' }) }),
}

/** Forms that are read and worked on at once, whosever they are: each is several times its size in memory. */
const formsAtOnce = 16
const turns = inTurnByKey()
const inSlot = slots(formsAtOnce)

/** Whose form it is: one of each sender is read at a time, so that none takes all the places. */
type SenderOf = (request: FastifyRequest) => string

const sessionOf: SenderOf = ({ headers }) => headers.authorization ?? ''

/**
 * Resolves when this form may be read, which keeps its place until it is answered or its sender is gone. Until then
 * nothing of it is taken off the line.
 */
const waitForPlace = (request: FastifyRequest, reply: FastifyReply, senderOf: SenderOf): Promise<void> =>
  new Promise((begin, fail) => {
    const over = () =>
      new Promise<void>((end) => {
        finished(reply.raw, () => end())
        begin()
      })
    turns(senderOf(request), () => inSlot(over)).catch(fail)
  })

/**
 * Lets the routes of a scope, which is theirs alone, take forms with a picture: there a body that is too large is one.
 * Without `senderOf` a sender is a session.
 */
export const takeImageForms = (scope: FastifyInstance, senderOf: SenderOf = sessionOf): void => {
  // After whoever is not signed in was turned away.
  scope.addHook('preParsing', async (request, reply) => {
    if (request.headers['content-type']?.startsWith('multipart/form-data'))
      await waitForPlace(request, reply, senderOf)
  })
  scope.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => ({ image: await readImageField(request, body) }),
  )
  scope.setErrorHandler((error, request, reply) =>
    isTooLarge(error)
      ? sendRefusal(refusal(bodyCode.imageTooLarge), request, reply)
      : answerRefusals(error, request, reply),
  )
}
