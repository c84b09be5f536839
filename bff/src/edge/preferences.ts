import type { IncomingHttpHeaders } from 'node:http'
import { detectLanguage } from '@minefall/shared/languages'
import { readView, type View, viewCookie } from '@minefall/shared/views'

/** More than browsers send. */
const most = 32

const preference = /^\s*([\w*-]{1,35})\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/

/**
 * What a header of preferences asks for, the most wanted first and without what it refuses (RFC 9110, 12.4.2). What can't
 * be read is left out, and all that follows the first 32.
 */
export const preferred = (header = ''): string[] =>
  header
    .split(',', most)
    .flatMap((part) => {
      const [, name, weight = '1'] = preference.exec(part) ?? []
      return name === undefined || Number(weight) === 0 ? [] : [{ name, weight: Number(weight) }]
    })
    .sort((one, other) => other.weight - one.weight)
    .map(({ name }) => name)

const cookie = new RegExp(`(?:^|;\\s*)${viewCookie}=([\\w.-]{1,32})(?:;|$)`)

/** The view to send: that of the browser's cookie, else a guest's in the first of its languages that is spoken here. */
export const viewOf = (headers: Pick<IncomingHttpHeaders, 'cookie' | 'accept-language'>): View => {
  const [, kept = ''] = cookie.exec(headers.cookie ?? '') ?? []
  return (
    readView(kept) ?? {
      language: detectLanguage(null, preferred(headers['accept-language'])),
      who: 'guest',
    }
  )
}
