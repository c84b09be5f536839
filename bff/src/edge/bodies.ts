import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { anonymousBytesMax } from '@minefall/shared/analytics'
import { avatarFormBytesMax, bodyCode } from '@minefall/shared/contracts'
import { leaveBody } from '@minefall/shared/node'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkOf } from '../live/index.ts'
import { edgeRefusal } from './answers.ts'

/** Where a picture is sent, which is larger than other requests: an avatar, a proof of a payment, one for the chat. */
const uploadPath =
  /^\/api\/(?:user\/upload|wallet\/orders\/[\w-]+\/proof|support\/picture|desk\/conversations\/[\w-]+\/picture)$/

export const isUpload = (path: string): boolean => uploadPath.test(path)

/** The largest body of a call, in bytes. What pages tell of their use is smaller of those who show no session. */
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

/** What the bodies that are held here may take together, in bytes. */
const heldMost = 128 * 1024 * 1024
/**
 * An address may hold this share of what is still free (the dynamic threshold of Choudhury and Hahne, 1998): the more
 * addresses hold much, the less each of them may, and there is always room for small bodies of others.
 */
const shareOfFree = 0.25

/** Counts what the bodies of calls take that are on their way or passed on, by address. */
export type HeldBodies = {
  /** Whether there is room for one more of the address; it is held until the answer is called. */
  hold(address: string, bytes: number): (() => void) | null
}

export const heldBodies = (): HeldBodies => {
  const byAddress = new Map<string, number>()
  let total = 0
  const change = (address: string, bytes: number) => {
    total += bytes
    const held = (byAddress.get(address) ?? 0) + bytes
    if (held > 0) byAddress.set(address, held)
    else byAddress.delete(address)
  }
  return {
    hold(address, bytes) {
      if ((byAddress.get(address) ?? 0) + bytes > (heldMost - total) * shareOfFree) return null
      change(address, bytes)
      return () => change(address, -bytes)
    },
  }
}

/** When to try again where an address holds too much, in seconds: some of its bodies have arrived by then, or never do. */
const retrySeconds = 5

/**
 * Bounds and takes the bodies of the calls of `scope`. Ordinary ones are read whole before a platform hears of the call,
 * so that a slow sender holds no connection to it. Uploads go through as they come: the platform looks at who sends
 * before it reads, and what it refuses is not read to its end.
 */
export const takeBodies = (scope: FastifyInstance, held: HeldBodies, most: number): void => {
  scope.addHook('onRequest', checkBody(most))
  scope.addHook('onRequest', async (request, reply) => {
    const bytes = Number(request.headers['content-length'] ?? 0)
    if (bytes === 0 || isUpload(request.url)) return
    const release = held.hold(networkOf(request.ip), bytes)
    if (!release)
      throw edgeRefusal(429, bodyCode.tooManyRequests, 'too much is being sent from this address', {
        seconds: retrySeconds,
      })
    reply.raw.once('close', release)
  })
  scope.addHook('onSend', async (request, reply) => {
    const hasBody =
      Number(request.headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in request.headers
    if (!hasBody || request.raw.complete) return
    reply.header('connection', 'close')
    leaveBody(request.raw)
  })
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', async (request: FastifyRequest, payload: Readable) => {
    try {
      if (!isUpload(request.url)) return Readable.from([await buffer(payload)], { objectMode: false })
      // Nothing is passed on of who never begins: the platform hears of a call with its first byte.
      await once(payload, 'readable')
      return payload
    } catch {
      // Nobody is there to be answered.
      throw edgeRefusal(400, bodyCode.badParameters, 'the request did not arrive whole')
    }
  })
}
