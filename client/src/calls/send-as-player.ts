import type { Call, Parsed } from '@minefall/shared/contracts'
import i18next from 'i18next'
import { type HttpRequest, send } from '../lib/http.ts'
import { publicConfig } from '../lib/public-config.ts'

/** `send` with this token, in the languages of the player's page. */
export const sendAsPlayer = async <Answer extends Call['answer']>(
  request: HttpRequest,
  expected: Answer,
  token: string | null,
): Promise<Parsed<Answer>> => {
  const headers = {
    'Accept-Language': (await publicConfig.load()).requestLanguage,
    // What the player reads: letters and codes come in it.
    'X-Language': i18next.language,
    ...(token !== null && { Authorization: `Bearer ${token}` }),
    ...request.headers,
  }
  return send({ ...request, headers }, expected)
}
