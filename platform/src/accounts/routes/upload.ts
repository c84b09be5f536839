import type { FastifyRequest } from 'fastify'
import { accepted, wrongField } from '../../http/index.ts'

/**
 * The file in the field `image` of a form that was sent as `multipart/form-data`. The platform's own parser reads it;
 * `body` is bounded by the route.
 */
export const readImageField = async (request: FastifyRequest, body: Buffer): Promise<Uint8Array> => {
  const type = request.headers['content-type'] ?? ''
  const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => null)
  const image = form?.get('image')
  if (!(image instanceof File)) return accepted<Uint8Array>(wrongField('image', 'image-format'))
  return new Uint8Array(await image.arrayBuffer())
}
