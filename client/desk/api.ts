import { type AnswerOf, bodyCode, type Call } from '@minefall/shared/contracts'
import * as z from 'zod'
import { isCallError } from '../src/lib/call-error.ts'
import { type CallArguments, requestOf, send } from '../src/lib/http.ts'
import { session } from './session.ts'

/** How long an answer may take, in milliseconds: pictures of payments are up to 10 MB. */
const timeoutMs = 30_000

/** What an address is made of. */
export type Address = { params?: object; query?: object }

/** What says that a token is worth nothing. */
const overCodes: readonly number[] = [bodyCode.unauthenticated, bodyCode.tokenInvalid, bodyCode.tokenExpired]

/**
 * Makes a call of the desk with the token of the signed-in member of staff. Resolves to the answer's data, parsed, or to its file.
 * Rejects with a `CallError`, or with the abort's own reason; `wordsFor` has the words for it. Where no one is signed in
 * any more it signs out besides.
 */
export const ask = async <const C extends Call>(
  call: C,
  ...given: CallArguments<C>
): Promise<AnswerOf<C>> => {
  const token = session.current().session?.token ?? null
  const request = requestOf(call, ...given)
  const headers = { ...(token !== null && { authorization: `Bearer ${token}` }), ...request.headers }
  try {
    return await send<C['answer']>({ ...request, headers, timeoutMs }, call.answer)
  } catch (error) {
    if (token !== null && isCallError(error) && overCodes.includes(error.code))
      session.end(token, 'session-ended')
    throw error
  }
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
  [bodyCode.imageInvalid]: 'Can’t read this picture. Use a JPG, PNG or GIF.',
  [bodyCode.imageTooLarge]: 'The picture is too large. The maximum is 5 MB.',
  [bodyCode.notEnoughCoins]: 'The account doesn’t have enough coins.',
  [bodyCode.unauthenticated]: 'You are signed out. Sign in again.',
  [bodyCode.notAllowed]: 'You can’t do this.',
  [bodyCode.notFound]: 'This no longer exists.',
  [bodyCode.conflict]: 'Someone else was faster: this has changed. Check it again, then decide.',
  [bodyCode.ourFault]: 'Something went wrong on our side.',
  [bodyCode.tokenInvalid]: 'You are signed out. Sign in again.',
  [bodyCode.tokenExpired]: 'You are signed out. Sign in again.',
  [bodyCode.unavailable]: 'The server can’t be reached.',
  [bodyCode.timeout]: 'The server didn’t respond in time.',
  [bodyCode.orderMoved]: 'Someone else was faster: this order has changed. Check it again, then decide.',
  [bodyCode.ownOrder]: 'This order belongs to your own account. Someone else has to decide.',
  [bodyCode.referenceUsed]: 'This payment was already used for another order.',
  [bodyCode.ownerBlocked]: 'The account is blocked, so its withdrawals are on hold.',
  [bodyCode.handsApart]:
    'You recently approved an order of the other kind for this account. Someone else has to decide this one.',
  [bodyCode.identityUnreviewed]: 'Someone has to review who owns this account first.',
}

/** What went wrong in plain words. `special` has other words for some codes. */
export const wordsFor = (error: unknown, special: Partial<Record<number, string>> = {}): string => {
  if (!isCallError(error)) return 'Something went wrong on this page.'
  const ours = special[error.code]
  if (ours !== undefined) return ours
  const seconds = secondsToWait(error)
  if (seconds !== null) return `Too many tries. Wait ${seconds} s, then try again.`
  if (error.code === bodyCode.badParameters) {
    const field = fieldOf(error)
    return field === null ? 'Something you entered isn’t valid.' : `Not valid: ${field}.`
  }
  return words[error.code] ?? `It was refused (${error.code}: ${error.message}).`
}
