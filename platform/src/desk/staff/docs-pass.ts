import { isRefusal, seal, unseal } from '../../http/index.ts'
import type { World } from '../world.ts'
import { identifyStaff } from './sessions.ts'

/**
 * A pass to `/docs` in production, where the browser asks for pages and files without the desk's token: a cookie with
 * that token, sealed, which is worth something as long as both the pass and the session are.
 */

const name = 'minefall-docs'
/** How long one reads before the desk has to be asked again, in milliseconds. */
const lastsMs = 3_600_000
const about = 'docs'

type Keys = Pick<World, 'staffKeys' | 'clock' | 'randomBytes'>

/** The `set-cookie` of a pass for the session of `token`. `secure` sends it by TLS alone. */
export const docsPass = (
  { staffKeys: { current }, clock, randomBytes }: Keys,
  { token, secure }: { token: string; secure: boolean },
): string => {
  const plain = Buffer.from(`${clock.now() + lastsMs} ${token}`)
  const sealed = Buffer.from(seal(current, about, plain, randomBytes)).toString('base64url')
  const bounds = `Path=/docs; Max-Age=${lastsMs / 1_000}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
  // By this prefix a browser takes it from a TLS connection alone.
  return `${secure ? '__Secure-' : ''}${name}=${current.keyId}.${sealed}; ${bounds}`
}

const passIn = (cookies: string): { keyId: string; sealed: Buffer } | null => {
  const [, keyId, sealed] =
    new RegExp(`(?:^|;\\s*)(?:__Secure-)?${name}=([\\w-]+)\\.([\\w-]+)`).exec(cookies) ?? []
  return keyId && sealed ? { keyId, sealed: Buffer.from(sealed, 'base64url') } : null
}

/** Whether a `cookie` header has a pass that is in force. */
export const hasDocsPass = async (
  world: Pick<World, 'db' | 'clock' | 'staffKeys'>,
  cookies: string | undefined,
): Promise<boolean> => {
  const pass = passIn(cookies ?? '')
  if (pass === null) return false
  let plain: string
  try {
    plain = unseal(world.staffKeys.all, about, pass).toString()
  } catch {
    return false
  }
  const [until = '', token = ''] = plain.split(' ')
  if (Number(until) <= world.clock.now()) return false
  return !isRefusal(await identifyStaff(world, token))
}
