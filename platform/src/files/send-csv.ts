import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Sends a CSV file for its owner to keep, as fast as it is taken; `parts` are made one after another. */
export const sendCsv = (reply: FastifyReply, name: string, parts: AsyncIterable<string>): FastifyReply =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .send(Readable.from(parts))
