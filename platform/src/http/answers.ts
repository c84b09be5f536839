import { type BodyCode, bodyCode, type Envelope, ok, refuse } from '@minefall/shared/contracts'
import {
  isNoticeName,
  type NoticeName,
  noticeLanguageOf,
  noticeOfCode,
  noticeText,
} from '@minefall/shared/notices'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { sendEnvelope } from './app.ts'
import { answerToError } from './errors.ts'

/** Why a call is refused. */
export type Refusal = {
  refused: BodyCode
  /** Tells more, such as the seconds to wait. */
  data?: Record<string, string | number | boolean | null>
  /** Said as it is in every language, where the code's own notice does not fit. */
  msg?: string
}

export const refusal = (refused: BodyCode, data?: Refusal['data']): Refusal =>
  data === undefined ? { refused } : { refused, data }

export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'refused' in value

/** Too many: try again when these milliseconds have passed. */
export const tooMany = (waitMs: number): Refusal =>
  refusal(bodyCode.tooManyRequests, { seconds: Math.max(1, Math.ceil(waitMs / 1_000)) })

/** A field that is wrong; `notice` names what is said about it. */
export const wrongField = (field: string, notice: string, data: Refusal['data'] = {}): Refusal =>
  refusal(bodyCode.badParameters, { ...data, field, notice })

/** Something is too busy to take more work right now: the same call may do a moment later. */
export class Busy extends Error {
  override name = 'Busy'
}

/** The opaque cursor that stands for a place in a list: what the last item of a page is sorted by. */
export const writeCursor = (place: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url')

const placeIn = (cursor: string): unknown => {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return null
  }
}

/** The place that a call's `cursor` stands for, undefined without one. Throws a refusal for what is no cursor of its list. */
export const readCursor = <T>(schema: z.ZodType<T>, cursor: string | undefined): T | undefined => {
  if (cursor === undefined) return undefined
  const place = schema.safeParse(placeIn(cursor))
  return place.success ? place.data : accepted<T>(wrongField('cursor', 'bad-parameters'))
}

/** A refusal on its way from a route to {@link answerRefusals}, which writes it. */
class Refused extends Error {
  override name = 'Refused'
  readonly refusal: Refusal
  constructor(reason: Refusal) {
    super(`refused with ${reason.refused}`)
    this.refusal = reason
  }
}

/** The result of a call that was not refused; throws what {@link answerRefusals} answers. */
export const accepted = <T>(result: T | Refusal): T => {
  if (isRefusal(result)) throw new Refused(result)
  return result
}

/** The envelope of a success, with its message in the language of the request. */
export const done = <T>(request: FastifyRequest, data: T, notice: NoticeName = 'done'): Envelope<T> => ({
  ...ok(data),
  msg: noticeText(notice, noticeLanguageOf(request.headers['accept-language'])),
})

/** What is said of a refusal: the message of its field where it names one, or that of its code. */
const noticeOf = ({ refused, data }: Refusal): NoticeName => {
  const named = data?.notice
  if (typeof named === 'string' && isNoticeName(named)) return named
  return noticeOfCode(refused) ?? 'request-failed'
}

const httpStatus: Readonly<Record<number, number>> = {
  [bodyCode.unauthenticated]: 401,
  [bodyCode.unavailable]: 503,
}

/** What of a failed call is a refusal; null for what no one expected. */
const refusalOf = (error: unknown): Refusal | null => {
  if (error instanceof Refused) return error.refusal
  if (error instanceof Busy) return refusal(bodyCode.unavailable)
  if (hasZodFastifySchemaValidationErrors(error)) {
    const { body } = answerToError(error, '')
    const field = String(Object(body.data).field)
    const message = error.validation[0]?.message ?? ''
    return wrongField(field, isNoticeName(message) ? message : 'bad-parameters')
  }
  return null
}

/** Writes a refusal in the language of the request. */
export const sendRefusal = (reason: Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const { refused, data = {}, msg } = reason
  const language = noticeLanguageOf(request.headers['accept-language'])
  const body = refuse(refused, msg ?? noticeText(noticeOf(reason), language, data), reason.data ?? null)
  return sendEnvelope(reply, httpStatus[refused] ?? 200, body)
}

/** The error handler of players' and staff's routes: refusals in the language of the request, all else as everywhere. */
export const answerRefusals = (error: unknown, request: FastifyRequest, reply: FastifyReply): unknown => {
  const reason = refusalOf(error)
  if (!reason) throw error
  return sendRefusal(reason, request, reply)
}
