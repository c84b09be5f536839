import { finished } from 'node:stream'
import { bodyCode } from '@minefall/shared/contracts'
import { avatarFormBytesMax } from '@minefall/shared/contracts/rest'
import { type Clock, leaveBody, turnstile } from '@minefall/shared/node'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accepted, answerRefusals, type Refusal, refusal, tooMany, wrongField } from '../http/index.ts'
import { readImageForm } from './read-image-form.ts'

/** Who sends a picture, known before anything of it is read. */
export type Sender = {
  /** Whose line the form waits in, one at a time: a player, a member of staff, or the address that guests call from. */
  line: string
  /** Whose places it takes. */
  of: keyof typeof places
  /** Counts it against the sender's rate, in its line and before it is read. Null, or why it is refused. */
  count(): Promise<Refusal | null>
}

type ImageForms = {
  clock: Clock
  /** Who sends this one. Throws what refuses anyone who may not. */
  senderOf(request: FastifyRequest): Promise<Sender>
}

/**
 * Forms that are read and worked on at once: each is several times its size in memory. Guests, who cost nothing to be,
 * take no places of players, and players none of staff.
 */
const places = {
  players: turnstile<''>({ atOnce: 12 }),
  guests: turnstile<''>({ atOnce: 4 }),
  staff: turnstile<''>({ atOnce: 4 }),
}

/** Of each sender one form at a time; the others wait, and each of them holds a connection of a BFF. */
const lineOf = (longest: number) => turnstile<string>({ atOnce: 1, longest })
const lines = { players: lineOf(63), guests: lineOf(3), staff: lineOf(63) }
/** When to come again where the line is full, in milliseconds. */
const lineFullMs = 5_000

/** How long a form may take to arrive once it has a place, in milliseconds. */
export const arriveMs = 15_000

/**
 * Resolves when this form may be read. It keeps its place until it is answered or its sender is gone. Until then nothing
 * of it is taken off the line.
 */
const waitForPlace = (reply: FastifyReply, { line, of }: Sender): Promise<void> => {
  return new Promise((begin, fail) => {
    const over = () =>
      new Promise<true>((end) => {
        finished(reply.raw, () => end(true))
        begin()
      })
    lines[of](line, () => places[of]('', over))
      .then((wasLetIn) => wasLetIn ?? accepted(tooMany(lineFullMs)))
      .catch(fail)
  })
}

/** The file in the field `image`; refused where the form is another one, too large, or takes too long. */
const readImage = async (request: FastifyRequest, clock: Clock): Promise<Uint8Array> => {
  const { raw } = request
  const cancel = clock.after(arriveMs, () => void raw.destroy())
  const image = await readImageForm(raw, request.headers['content-type'] ?? '', {
    field: 'image',
    most: avatarFormBytesMax,
  })
  cancel()
  if (image === 'too-large') return accepted<Uint8Array>(refusal(bodyCode.imageTooLarge))
  if (typeof image === 'string') return accepted<Uint8Array>(wrongField('image', 'image-format'))
  return image
}

/**
 * Lets the routes of a scope, which is theirs alone, take forms with a picture. Who sends it, how large it says it is
 * and how often they may are looked at before a byte of it is read; a form that is refused is not read to its end.
 */
export const takeImageForms = (scope: FastifyInstance, { clock, senderOf }: ImageForms): void => {
  scope.addHook('preParsing', async (request, reply) => {
    const sender = await senderOf(request)
    if (!request.headers['content-type']?.startsWith('multipart/form-data')) return
    if (Number(request.headers['content-length'] ?? 0) > avatarFormBytesMax)
      accepted(refusal(bodyCode.imageTooLarge))
    await waitForPlace(reply, sender)
    // Who left while waiting has nothing counted, and hears nothing of it.
    if (reply.raw.destroyed) accepted(refusal(bodyCode.timeout))
    const refused = await sender.count()
    if (refused) accepted(refused)
  })
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('multipart/form-data', async (request: FastifyRequest) => ({
    image: await readImage(request, clock),
  }))
  scope.setErrorHandler((error, request, reply) => {
    if (!request.raw.complete) {
      reply.header('connection', 'close')
      leaveBody(request.raw)
    }
    return answerRefusals(error, request, reply)
  })
}
