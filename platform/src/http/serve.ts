import { nameOfCall } from '@minefall/shared/calls'
import { type Call, envelopeSchema } from '@minefall/shared/contracts'
import type { NoticeName } from '@minefall/shared/notices'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Refusal } from './answers.ts'
import { accepted, answerRefusals, done } from './answers.ts'
import { security } from './docs.ts'
import type { App } from './requests.ts'

type Part<C extends Call, Name extends 'params' | 'query' | 'body'> =
  C extends Readonly<Record<Name, infer S extends z.core.$ZodType>> ? z.output<S> : undefined

/** A call as its handler gets it: caller and parsed parts. */
export type HandlerInput<C extends Call, Me> = {
  me: C['may'] extends 'anyone' ? null : Me
  params: Part<C, 'params'>
  query: Part<C, 'query'>
  body: C extends { form: true } ? { image: Uint8Array } : Part<C, 'body'>
  request: FastifyRequest
  reply: FastifyReply
}

type AnswerData<C extends Call> = C['answer'] extends infer S extends z.core.$ZodType
  ? z.input<S>
  : FastifyReply

/** No answer of the contract has a field named `said`. */
type AnswerWithNotice<T> = { said: NoticeName; data: T }

/** An answer whose notice depends on the outcome. */
export const saying = <T>(said: NoticeName, data: T): AnswerWithNotice<T> => ({ said, data })

const hasNotice = (result: unknown): result is AnswerWithNotice<unknown> =>
  typeof result === 'object' && result !== null && 'said' in result

/** A handler's result: the answer's data, or a refusal; for a file the reply that sends it. */
type Result<C extends Call> = AnswerData<C> | AnswerWithNotice<AnswerData<C>> | Refusal

type Words = {
  /** One line for the description of the interface. */
  summary: string
  /** What a summary has no room for. */
  description?: string
  /** The notice of a success; `done` by default. */
  notice?: NoticeName
}

export type ServerOptions<Me> = {
  tag: string
  /** Identifies the caller before anything of the call is parsed; throws refusals. Not called where anyone may. */
  identify(request: FastifyRequest, may: Exclude<Call['may'], 'anyone'>): Promise<Me>
}

/** What a call declares that takes a form with a picture; who reads it is `takeImageForms`. */
const imageForm = {
  consumes: ['multipart/form-data'],
  body: z.object({ image: z.instanceof(Uint8Array).meta({ type: 'string', format: 'binary' }) }),
}

/** Serves calls of the contract at `app`: address, rights, parsing, envelope and description are the contract's. */
export const server =
  <Me>(app: App, { tag, identify }: ServerOptions<Me>) =>
  <const C extends Call>(
    call: C,
    { summary, description, notice = 'done' }: Words,
    handle: (taken: HandlerInput<C, Me>) => Result<C> | Promise<Result<C>>,
  ): void => {
    const callers = new WeakMap<FastifyRequest, Me>()
    const { method, path, alias, may, params, query, body, form, bodyBytes, answer } = call
    const operationId = nameOfCall(call)
    for (const url of alias === undefined ? [path] : [path, alias])
      app.route({
        method,
        url,
        ...(bodyBytes !== undefined && { bodyLimit: bodyBytes }),
        schema: {
          tags: [tag],
          summary,
          ...(description !== undefined && { description }),
          security: security(may),
          // The older address of a call is no operation with its own name.
          ...(operationId !== undefined && url === path && { operationId }),
          ...(params && { params }),
          ...(query && { querystring: query }),
          ...(body && { body }),
          ...(form && imageForm),
          ...(answer !== 'file' && { response: { 200: envelopeSchema(answer) } }),
        },
        onRequest: async (request) => {
          if (may !== 'anyone') callers.set(request, await identify(request, may))
        },
        // A form's scope has an error handler that also drops what was not read of it.
        ...(!form && { errorHandler: answerRefusals }),
        handler: async (request, reply) => {
          const { params, query, body } = request
          // Already parsed by the call's schemas, which the framework's types can't express.
          const taken: object = { me: callers.get(request) ?? null, params, query, body, request, reply }
          const result = accepted<unknown>(await handle(taken as HandlerInput<C, Me>))
          if (answer === 'file') return result
          return hasNotice(result) ? done(request, result.data, result.said) : done(request, result, notice)
        },
      })
  }
