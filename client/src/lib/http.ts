import { addressOf, bodyCode, type Call, type CallInput, type Parsed } from '@minefall/shared/contracts'
import * as z from 'zod/mini'
import { callError, isCallError } from './call-error.ts'
import { upload } from './upload.ts'

/** The documented limit of every request, in milliseconds. */
export const requestTimeoutMs = 10_000

/** How a call is sent, beside what it says. */
export type Sending = {
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal | undefined
  /** Hears which share of the body is sent, from 0 to 1. */
  onProgress?(share: number): void
}

export type HttpRequest = Sending & {
  method: Call['method']
  url: string
  /** JSON, or a form. */
  body?: object
  /** How long the whole answer may take, in milliseconds. */
  timeoutMs?: number
}

/** What a caller gives to a call; nothing to one that needs nothing. */
export type CallArguments<C extends Call> =
  Record<never, never> extends CallInput<C>
    ? [given?: CallInput<C> & Sending]
    : [given: CallInput<C> & Sending]

/** The request that a call of the contract is. */
export const requestOf = <const C extends Call>(call: C, ...[given]: CallArguments<C>): HttpRequest => {
  const { params = {}, query = {}, body = {}, ...sending }: Partial<HttpRequest> & Address = given ?? {}
  const { method } = call
  return { ...sending, method, url: addressOf(call, { params, query }), ...(method === 'POST' && { body }) }
}
type Address = { params?: object; query?: object }

/** The form that a call takes with a picture. */
export const imageForm = (image: Blob): FormData => {
  const form = new FormData()
  form.append('image', image)
  return form
}

/** Every answer as documented: a code, and what it says in `msg` or `message`. */
const answerSchema = z.object({
  code: z.int(),
  msg: z.optional(z.string()),
  message: z.optional(z.string()),
  data: z.optional(z.unknown()),
})

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What an answer holds. Of a file that was asked for the file itself, and what is said where it was refused. */
const read = async (response: Response, expected: Call['answer']): Promise<unknown> => {
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  if (expected === 'file' && response.ok && !isJson) return response.blob()
  const { status, headers } = response
  const answer = answerSchema.safeParse(jsonIn(await response.text()))
  const requestId = headers.get('x-request-id')
  const refused = answer.success && answer.data.code !== bodyCode.ok ? answer.data : null
  const said = refused?.msg || refused?.message || ''
  const more = { requestId, data: refused?.data ?? null }
  if (status === 401) throw callError(bodyCode.unauthenticated, said, more)
  if (refused) throw callError(refused.code, said, more)
  const parsed =
    answer.success && expected !== 'file' ? z.safeParse(expected, answer.data.data ?? null) : null
  if (parsed?.success) return parsed.data
  throw callError(bodyCode.ourFault, `the answer (${status}) was not understood`, more)
}

/** The same origin is asked, and an answer with a body code is an answer, whatever its status. */
const exchange = ({ url, method, body, headers, onProgress }: HttpRequest, signal: AbortSignal) => {
  const isForm = body instanceof FormData
  const init = {
    method,
    headers: { ...(body && !isForm && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
    signal,
  }
  return onProgress ? upload(url, { ...init, onProgress }) : fetch(url, init)
}

/**
 * Sends one request, and parses the data of its enveloped answer, or takes its file. Rejects with a `CallError`, 1401 for
 * every HTTP 401, or with the signal's own reason when aborted.
 */
export const send = async <Answer extends Call['answer']>(
  { signal, timeoutMs = requestTimeoutMs, ...request }: HttpRequest,
  expected: Answer,
): Promise<Parsed<Answer>> => {
  const ended = new AbortController()
  const abort = () => ended.abort()
  const limit = setTimeout(abort, timeoutMs)
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()
  try {
    return (await read(await exchange(request, ended.signal), expected)) as Parsed<Answer>
  } catch (error) {
    if (isCallError(error)) throw error
    if (signal?.aborted) throw signal.reason
    const no = { answered: false }
    if (ended.signal.aborted) throw callError(bodyCode.timeout, 'no answer in time', no)
    throw callError(bodyCode.unavailable, error instanceof Error ? error.message : '', no)
  } finally {
    clearTimeout(limit)
    signal?.removeEventListener('abort', abort)
  }
}
