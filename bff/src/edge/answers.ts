import { type BodyCode, bodyCode, refuse } from '@minefall/shared/contracts'
import type { FastifyError, FastifyInstance } from 'fastify'

/** The part of a reply that is needed to answer, whatever server it came through. */
type Answering = {
  code(status: number): Answering
  type(contentType: string): Answering
  send(body: unknown): Answering
}

/** Sends a refusal in the documented envelope. */
export const refuseWith = (
  reply: Answering,
  status: number,
  code: BodyCode,
  msg: string,
  data: unknown = null,
) =>
  reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(refuse<unknown>(code, msg, data))

/** A refusal made where only an error can be thrown. */
export type EdgeRefusal = Error & { statusCode: number; bodyCode: BodyCode; data: unknown }

export const edgeRefusal = (
  statusCode: number,
  code: BodyCode,
  msg: string,
  data: unknown = null,
): EdgeRefusal => Object.assign(new Error(msg), { statusCode, bodyCode: code, data })

const isEdgeRefusal = (error: Error): error is EdgeRefusal => 'bodyCode' in error

const codeOf = (status: number): BodyCode => {
  if (status === 404) return bodyCode.notFound
  if (status === 429) return bodyCode.tooManyRequests
  if (status === 403) return bodyCode.notAllowed
  if (status === 503) return bodyCode.unavailable
  if (status === 504) return bodyCode.timeout
  return status < 500 ? bodyCode.badParameters : bodyCode.ourFault
}

/** Every error the edge answers is an envelope; internal causes go to the log only. */
export const answerErrorsWithEnvelopes = (app: FastifyInstance) => {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (isEdgeRefusal(error))
      return refuseWith(reply, error.statusCode, error.bodyCode, error.message, error.data)
    const status = error.statusCode ?? 500
    if (status >= 500) request.log.error({ err: error }, 'a request failed at the edge')
    return refuseWith(
      reply,
      status,
      codeOf(status),
      status < 500 ? error.message : 'something went wrong on our side',
    )
  })
}
