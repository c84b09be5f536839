import { anonymousBytesMax } from '@minefall/shared/analytics'
import { everyCall } from '@minefall/shared/calls'
import { bodyCode } from '@minefall/shared/contracts'
import { avatarFormBytesMax } from '@minefall/shared/contracts/rest'
import { leaveBody } from '@minefall/shared/node'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { edgeRefusal } from './answers.ts'

/** Where a picture is sent, which is larger than other requests: an avatar, a proof of a payment, one for the chat. */
const uploadPaths = [...everyCall.values()]
  .filter(({ form }) => form)
  .map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[\\w-]+')}$`))

const isUpload = (path: string): boolean => uploadPaths.some((upload) => upload.test(path))

/** The largest body of a call, in bytes. Analytics without a session are limited further. */
const limitOf = ({ url, headers }: FastifyRequest, most: number): number => {
  if (isUpload(url)) return Math.max(most, avatarFormBytesMax)
  const isAnonymousUse = url.startsWith('/api/analytics/') && headers.authorization === undefined
  return isAnonymousUse ? Math.min(most, anonymousBytesMax) : most
}

/** A body that is too large is refused before any of it is read. */
const checkBody = (most: number) => async (request: FastifyRequest) => {
  const limit = limitOf(request, most)
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  if (Number(length ?? 0) > limit) {
    const code = isUpload(request.url) ? bodyCode.imageTooLarge : bodyCode.badParameters
    throw edgeRefusal(413, code, `the request must be at most ${limit} bytes`, { limit })
  }
  if (encoding !== undefined && length === undefined) {
    throw edgeRefusal(411, bodyCode.badParameters, 'the length of the request must be told')
  }
}

/**
 * Limits the bodies of the calls of `scope`. When a call is answered before its body has arrived, such as a refused
 * picture, the body is not read to its end: the connection closes after the answer.
 */
export const boundBodies = (scope: FastifyInstance, most: number): void => {
  scope.addHook('onRequest', checkBody(most))
  scope.addHook('onSend', async (request, reply) => {
    const { headers, raw } = request
    const hasBody = Number(headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in headers
    if (!hasBody || raw.complete) return
    reply.header('connection', 'close')
    leaveBody(raw)
  })
}
