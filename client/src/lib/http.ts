import { bodyCode, envelopeSchema } from '@minefall/shared/contracts'
import axios, { type AxiosRequestConfig } from 'axios'
import { z } from 'zod'
import { type CallError, callError } from './call-error.ts'

// The content policy forbids eval, which Zod would otherwise try for its compiled parsers.
z.config({ jitless: true })

/** The documented limit of every request, in milliseconds. */
export const requestTimeoutMs = 10_000

/** Same origin; the language header is the documented default, texts are chosen here by code. */
export const http = axios.create({
  timeout: requestTimeoutMs,
  headers: { 'Accept-Language': 'zh-CN' },
  // An answer with a body code is an answer, whatever its status.
  validateStatus: () => true,
})

const transportError = (error: unknown): CallError => {
  if (axios.isAxiosError(error) && error.code === 'ECONNABORTED')
    return callError(bodyCode.timeout, 'no answer in time')
  return callError(bodyCode.unavailable, error instanceof Error ? error.message : 'no answer')
}

const call = async <T>(request: AxiosRequestConfig, data: z.ZodType<T>): Promise<T> => {
  const response = await http.request<unknown>(request).catch((error: unknown) => {
    if (axios.isCancel(error)) throw error
    throw transportError(error)
  })
  const requestId = response.headers['x-request-id']
  const id = typeof requestId === 'string' ? requestId : null
  const refused = envelopeSchema(z.unknown()).safeParse(response.data)
  if (refused.success && refused.data.code !== bodyCode.ok)
    throw callError(refused.data.code, refused.data.msg, id)
  const parsed = envelopeSchema(data).safeParse(response.data)
  if (!parsed.success || parsed.data.data === null)
    throw callError(bodyCode.ourFault, `the answer (${response.status}) was not understood`, id)
  return parsed.data.data
}

/** GETs an enveloped answer and parses its data. Rejects with a `CallError`, or with axios' own when aborted. */
export const getData = <T>(url: string, data: z.ZodType<T>, signal?: AbortSignal): Promise<T> =>
  call({ url, ...(signal ? { signal } : {}) }, data)
