import type { BusEventName, BusRequestName } from '../contracts/index.ts'

/**
 * The subjects of our messages: `mf.req.<name>`, `mf.req.<name>.at.<node>`, `mf.ev.<name>.<key>`. A key or a node's name
 * is one token of its subject: as it is when it is made of letters, digits, `_` and `-`, else `=` and base64url.
 */
const plain = /^[A-Za-z0-9_-]+$/
/** In the place of a key that is null. */
const noKey = '~'

export const subjectToken = (text: string): string =>
  plain.test(text) ? text : `=${Buffer.from(text).toString('base64url')}`

const keyOfToken = (token: string): string | null => {
  if (token === noKey) return null
  return token.startsWith('=') ? Buffer.from(token.slice(1), 'base64url').toString() : token
}

export const requestSubject = (name: BusRequestName, at: string | null): string =>
  at === null ? `mf.req.${name}` : `mf.req.${name}.at.${subjectToken(at)}`

export const eventSubject = (name: BusEventName, key: string | null): string =>
  `mf.ev.${name}.${key === null ? noKey : subjectToken(key)}`

/** All keys of an event, and none. */
export const eventSubjects = (name: BusEventName): string => `mf.ev.${name}.*`

/** The key that an event's subject tells. */
export const keyOfSubject = (subject: string): string | null =>
  keyOfToken(subject.slice(subject.lastIndexOf('.') + 1))
