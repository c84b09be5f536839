import { bodyCode, type Envelope, refuse } from '@minefall/shared/contracts'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { answerToOutage } from '../bus/answering.ts'

/** What an error becomes: an HTTP status and the envelope. `unexpected` asks for a log entry with the cause. */
export type ErrorAnswer = { status: number; body: Envelope<unknown>; unexpected: boolean }

const httpStatusOf = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : 500

const transportMessages: Readonly<Record<number, string>> = {
  413: 'the body is too large',
  414: 'the address is too long',
  415: 'the body has a type that is not understood here',
}

/** Fastify tells the field as a JSON pointer, `/stake/amount`; a whole part of the request is `/`. */
const fieldOf = (pointer: string, part: string): string =>
  pointer
    .split('/')
    .filter((step) => step !== '')
    .join('.') || part

/**
 * Wrong parameters are a business error and go with HTTP 200, as the product's error catalogue has it; what the
 * transport refuses keeps its HTTP status. Anything unexpected says nothing but the request's id.
 */
export const answerToError = (error: unknown, requestId: string): ErrorAnswer => {
  if (hasZodFastifySchemaValidationErrors(error)) {
    const issue = error.validation[0]
    const field = fieldOf(issue?.instancePath ?? '', error.validationContext ?? 'request')
    const body = refuse(bodyCode.badParameters, `${field}: ${issue?.message ?? 'is not valid'}`, { field })
    return { status: 200, body, unexpected: false }
  }
  const status = httpStatusOf(error)
  if (status === 400)
    return {
      status: 200,
      body: refuse(bodyCode.badParameters, 'the request can’t be read', { field: 'request' }),
      unexpected: false,
    }
  if (status === 404) return { status, body: refuse(bodyCode.notFound, 'not found'), unexpected: false }
  if (status > 400 && status < 500)
    return {
      status,
      body: refuse(bodyCode.badParameters, transportMessages[status] ?? 'the request can’t be read'),
      unexpected: false,
    }
  const outage = answerToOutage(error)
  if (outage) return { status: 503, body: outage, unexpected: true }
  return {
    status: 500,
    body: refuse(bodyCode.ourFault, `internal error, request ${requestId}`),
    unexpected: true,
  }
}
