import { bodyCode } from '@minefall/shared/contracts'
import axios, { type AxiosRequestConfig } from 'axios'
import i18next from 'i18next'
import * as z from 'zod/mini'
import { type CallError, callError } from './call-error.ts'
import { publicConfig } from './public-config.ts'

// The content policy forbids eval, which Zod would otherwise try for its compiled parsers.
z.config({ jitless: true })

/** The documented limit of every request, in milliseconds. */
export const requestTimeoutMs = 10_000

/** Same origin. */
export const http = axios.create({
  timeout: requestTimeoutMs,
  // An answer with a body code is an answer, whatever its status.
  validateStatus: () => true,
})

/** Every answer as documented: a code, and what it says in `msg` or `message`. */
const answerSchema = z.object({
  code: z.int(),
  msg: z.optional(z.string()),
  message: z.optional(z.string()),
  data: z.optional(z.unknown()),
})

const transportError = (error: unknown): CallError => {
  if (axios.isAxiosError(error) && error.code === 'ECONNABORTED')
    return callError(bodyCode.timeout, 'no answer in time', { answered: false })
  const message = error instanceof Error ? error.message : ''
  return callError(bodyCode.unavailable, message, { answered: false })
}

const headersOf = async (token: string | null): Promise<Record<string, string>> => ({
  'Accept-Language': (await publicConfig.load()).requestLanguage,
  // What the player reads: letters and codes come in it.
  'X-Language': i18next.language,
  ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
})

/** What an answer holds: of a file that was asked for the file itself, and its JSON where it was refused. */
const contentOf = async (content: unknown): Promise<unknown> => {
  if (!(content instanceof Blob)) return content
  if (!content.type.startsWith('application/json')) return { code: bodyCode.ok, data: content }
  const text = await content.text()
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Sends one request with this token, and parses the data of its enveloped answer. Rejects with a `CallError`, 1401 for
 * every HTTP 401, or with axios' own error when aborted.
 */
export const send = async <T>(
  request: AxiosRequestConfig,
  data: z.core.$ZodType<T>,
  token: string | null,
): Promise<T> => {
  const headers = { ...(await headersOf(token)), ...request.headers }
  const response = await http.request<unknown>({ ...request, headers }).catch((error: unknown) => {
    if (axios.isCancel(error)) throw error
    throw transportError(error)
  })
  const told = response.headers['x-request-id']
  const requestId = typeof told === 'string' ? told : null
  const answer = answerSchema.safeParse(await contentOf(response.data))
  const refused = answer.success && answer.data.code !== bodyCode.ok ? answer.data : null
  const said = refused?.msg || refused?.message || ''
  if (response.status === 401)
    throw callError(bodyCode.unauthenticated, said, { requestId, data: refused?.data ?? null })
  if (refused) throw callError(refused.code, said, { requestId, data: refused.data ?? null })
  const parsed = answer.success ? z.safeParse(data, answer.data.data ?? null) : null
  if (!parsed?.success)
    throw callError(bodyCode.ourFault, `the answer (${response.status}) was not understood`, { requestId })
  return parsed.data
}
