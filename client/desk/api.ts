import {
  type AnswerOf,
  type Asked,
  addressOf,
  bodyCode,
  type Call,
  envelopeSchema,
} from '@minefall/shared/contracts'
import * as z from 'zod'
import { callError, isCallError } from '../src/lib/call-error.ts'
import { session } from './session.ts'

// The content policy forbids eval, which Zod would otherwise try for its compiled parsers.
z.config({ jitless: true })

/** How long an answer may take, in milliseconds: pictures of payments are up to 10 MB. */
const timeoutMs = 30_000

type Sending = { headers?: Readonly<Record<string, string>>; signal?: AbortSignal | undefined }
/** What an address is made of. */
export type Address = { params?: object; query?: object }

const looseEnvelope = envelopeSchema(z.unknown())

const jsonOf = async (response: Response): Promise<unknown> => {
  try {
    return await response.json()
  } catch {
    return null
  }
}

/** Sends it with the token of who is signed in. Rejects with a `CallError`, or with the abort's own reason. */
const send = async (
  { method, path }: { method: 'GET' | 'POST'; path: string },
  { body, headers, signal }: Sending & { body?: object | FormData | undefined },
) => {
  const token = session.current().session?.token ?? null
  const isForm = body instanceof FormData
  const ended = new AbortController()
  const limit = setTimeout(() => ended.abort(), timeoutMs)
  signal?.addEventListener('abort', () => ended.abort(signal.reason), { signal: ended.signal })
  let response: Response
  try {
    response = await fetch(path, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
      signal: ended.signal,
    })
  } catch (error) {
    if (signal?.aborted) throw error
    const code = ended.signal.aborted ? bodyCode.timeout : bodyCode.unavailable
    throw callError(code, error instanceof Error ? error.message : '', { answered: false })
  } finally {
    clearTimeout(limit)
  }
  return { response, token }
}

type Answer = Awaited<ReturnType<typeof send>>

const refused = ({ response, token }: Answer, content: unknown) => {
  const requestId = response.headers.get('x-request-id')
  const answer = looseEnvelope.safeParse(content)
  const code = answer.success ? answer.data.code : bodyCode.ourFault
  const isOver = response.status === 401 || code === bodyCode.tokenInvalid || code === bodyCode.tokenExpired
  if (isOver && token !== null) session.end(token, 'session-ended')
  return callError(code, answer.data?.msg ?? `HTTP ${response.status}`, {
    requestId,
    data: answer.data?.data ?? null,
  })
}

const fileOf = async (answer: Answer): Promise<Blob> => {
  const type = answer.response.headers.get('content-type') ?? ''
  if (answer.response.ok && !type.startsWith('application/json')) return answer.response.blob()
  throw refused(answer, await jsonOf(answer.response))
}

/**
 * Makes a call of the desk with the token of who is signed in. Resolves to the answer's data, parsed, or to its file.
 * Rejects with a `CallError`, or with the abort's own reason; `wordsFor` has the words for it. Where nobody is signed in
 * any more it signs out besides.
 */
export const ask = async <const C extends Call>(call: C, given: Asked<C> & Sending): Promise<AnswerOf<C>> => {
  const { body, headers = {}, signal, ...address }: Sending & Address & { body?: object | FormData } = given
  const { method, answer: expected } = call
  const path = addressOf(call, address)
  const answer = await send(
    { method, path },
    { headers, signal, body: method === 'POST' ? (body ?? {}) : undefined },
  )
  if (expected === 'file') return (await fileOf(answer)) as AnswerOf<C>
  const content = await jsonOf(answer.response)
  const envelope = looseEnvelope.safeParse(content)
  if (!envelope.success || envelope.data.code !== bodyCode.ok) throw refused(answer, content)
  const data = z.safeParse(expected, envelope.data.data)
  if (data.success) return data.data as AnswerOf<C>
  throw callError(bodyCode.ourFault, `the answer of ${path} was not understood: ${data.error.message}`, {
    requestId: answer.response.headers.get('x-request-id'),
  })
}

const waitSchema = z.object({ seconds: z.number() })
const fieldSchema = z.object({ field: z.string() })

/** Seconds that an answer 1429 says to wait; null for any other error. */
export const secondsToWait = (error: unknown): number | null => {
  if (!isCallError(error) || error.code !== bodyCode.tooManyRequests) return null
  return waitSchema.safeParse(error.data).data?.seconds ?? null
}

/** The field that an answer 1001 is about; null where it names none. */
export const fieldOf = (error: unknown): string | null =>
  isCallError(error) ? (fieldSchema.safeParse(error.data).data?.field ?? null) : null

const words: Partial<Record<number, string>> = {
  [bodyCode.wrongPassword]: 'The email address, the password or the code is wrong.',
  [bodyCode.imageInvalid]: 'This is no picture that can be read. JPG, PNG and GIF are.',
  [bodyCode.imageTooLarge]: 'The picture is too large: 5 MB at most.',
  [bodyCode.notEnoughCoins]: 'The account has not enough coins for this.',
  [bodyCode.unauthenticated]: 'You are signed out. Sign in again.',
  [bodyCode.notAllowed]: 'You may not do this.',
  [bodyCode.notFound]: 'There is nothing here any more.',
  [bodyCode.conflict]: 'Somebody was quicker: what you saw has changed. Read it again, then decide.',
  [bodyCode.ourFault]: 'Something broke on our side.',
  [bodyCode.tokenInvalid]: 'You are signed out. Sign in again.',
  [bodyCode.tokenExpired]: 'You are signed out. Sign in again.',
  [bodyCode.unavailable]: 'The server can’t be reached.',
  [bodyCode.timeout]: 'The server did not answer in time.',
  [bodyCode.orderMoved]: 'The order has moved on: somebody was quicker. Read it again, then decide.',
  [bodyCode.ownOrder]: 'This order is of an account of your own: somebody else decides about it.',
  [bodyCode.referenceUsed]: 'This payment has paid for another order already.',
  [bodyCode.ownerBlocked]: 'The account is blocked, and its withdrawals wait until it is not.',
  [bodyCode.handsApart]:
    'You approved the other side of this account not long ago: someone else decides about this one.',
  [bodyCode.identityUnreviewed]: 'First somebody has to review who owns this account.',
}

/** What went wrong in plain words. `special` has other words for some codes. */
export const wordsFor = (error: unknown, special: Partial<Record<number, string>> = {}): string => {
  if (!isCallError(error)) return 'Something broke on this page.'
  const ours = special[error.code]
  if (ours !== undefined) return ours
  const seconds = secondsToWait(error)
  if (seconds !== null) return `Too many tries. Wait ${seconds} s, then try again.`
  if (error.code === bodyCode.badParameters) {
    const field = fieldOf(error)
    return field === null ? 'Something in what you entered is not right.' : `Not right: ${field}.`
  }
  return words[error.code] ?? `It was refused (${error.code}: ${error.message}).`
}
