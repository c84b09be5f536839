import { bodyCode, type Call, type Parsed } from '@minefall/shared/contracts'
import { isCallError } from '../lib/call-error.ts'
import type { HttpRequest } from '../lib/http.ts'
import type { TokenStore } from './renew-token.ts'

export type Send = <Answer extends Call['answer']>(
  request: HttpRequest,
  expected: Answer,
  token: string | null,
) => Promise<Parsed<Answer>>

export type BearerCallOptions = {
  store: TokenStore
  send: Send
  /** See `createTokenRenewal`. */
  renew(used: string, owner: string | null): Promise<string | null>
}

const isOfToken = (error: unknown): boolean =>
  isCallError(error) && (error.code === bodyCode.tokenInvalid || error.code === bodyCode.tokenExpired)

const isUnauthenticated = (error: unknown): boolean =>
  isCallError(error) && error.code === bodyCode.unauthenticated

/**
 * Calls with the token in store. One that the server calls expired or invalid is renewed once and the call tried once
 * more. A token is reported as rejected only while it is still the one in store: an answer to a token that was
 * replaced in the meantime says nothing of its successor. Rejects as `send` does, or as the renewal.
 */
export const createBearerCall = ({ store, send, renew }: BearerCallOptions) => {
  const attempt: Send = async (request, expected, token) => {
    try {
      return await send(request, expected, token)
    } catch (error) {
      if (isUnauthenticated(error) && store.token() === token) store.rejected('unauthenticated')
      throw error
    }
  }
  return async <Answer extends Call['answer']>(
    request: HttpRequest,
    expected: Answer,
  ): Promise<Parsed<Answer>> => {
    const used = store.token()
    const owner = store.owner()
    try {
      return await attempt(request, expected, used)
    } catch (refused) {
      if (used === null || !isOfToken(refused)) throw refused
      const next = await renew(used, owner)
      if (next === null) throw refused
      try {
        return await attempt(request, expected, next)
      } catch (error) {
        if (isOfToken(error) && store.token() === next) store.rejected('expired')
        throw error
      }
    }
  }
}
