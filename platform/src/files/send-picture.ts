import type { FastifyReply } from 'fastify'

/** Sends a stored picture as that and nothing else. `cacheControl` says who may keep it, and for how long. */
export const sendPicture = (
  reply: FastifyReply,
  { type, content }: { type: string; content: Uint8Array },
  cacheControl: string,
): FastifyReply =>
  reply
    .type(type)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', 'inline')
    .header('cache-control', cacheControl)
    .send(Buffer.from(content))
