import { createHmac, timingSafeEqual } from 'node:crypto'
import type { KeyRing } from '../../http/index.ts'

/** What a token says: `sid.counter.mac`. It is opaque to whoever holds it. */
export type TokenParts = { sessionId: string; counter: number }

const shape = /^([0-9a-f]{32})\.([1-9]\d{0,8})\.([\w-]{43})$/

const macWith = (key: Uint8Array, { sessionId, counter }: TokenParts): Buffer =>
  createHmac('sha256', key).update(`${sessionId}.${counter}`).digest()

export const signToken = ({ current }: KeyRing, parts: TokenParts): string =>
  `${parts.sessionId}.${parts.counter}.${macWith(current.key, parts).toString('base64url')}`

/** `unreadable` has not the shape of a token; `forged` was not signed with a key of ours. */
export const readToken = ({ all }: KeyRing, token: string): TokenParts | 'unreadable' | 'forged' => {
  const [, sessionId, counter, mac] = shape.exec(token) ?? []
  if (sessionId === undefined || counter === undefined || mac === undefined) return 'unreadable'
  const parts = { sessionId, counter: Number(counter) }
  const given = Buffer.from(mac, 'base64url')
  let ours = false
  for (const key of all.values()) if (timingSafeEqual(macWith(key, parts), given)) ours = true
  return ours ? parts : 'forged'
}
