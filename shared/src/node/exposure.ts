import { z } from 'zod'
import { invitationPattern } from '../contact/index.ts'
import { logLevels } from './log.ts'
import { oneOf, publicUrl, startupError, text } from './settings.ts'

/** Whether an address of a peer or of an interface is this machine's own: 127.0.0.0/8, also as IPv6 shows it, and ::1. */
export const isLoopbackAddress = (address: string | undefined): boolean =>
  address !== undefined && /^(::ffff:)?127(\.\d{1,3}){3}$|^::1$/i.test(address)

/** Whether a host's name or address, with or without brackets, means this machine wherever it is used. */
export const isLoopbackHost = (host: string): boolean => {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  return isLoopbackAddress(name) || name === 'localhost' || name.endsWith('.localhost')
}

const hostHeader = /^(?:\[([\da-f:.]+)\]|([^\s:/?#@\\[\]]+))(?::\d{0,5})?$/i

/**
 * The host that a `Host` header names, without its port, brackets and the dot of a full name, in small letters; null
 * where there is none or it can't be read.
 *
 * @example hostOf('Play.Example:8080') // 'play.example'
 */
export const hostOf = (header: string | undefined): string | null => {
  const [, address, name] = hostHeader.exec(header ?? '') ?? []
  return (address ?? name)?.toLowerCase().replace(/\.$/, '') ?? null
}

/** Settings that BFF and platform both read. Spread them into their own. */
export const programVariables = {
  // Where things are
  /** Production logs JSON lines to stdout, needs `PUBLIC_URL` and `DATABASE_URL`, and has no development pages. */
  NODE_ENV: oneOf(['production', 'development', 'test']).default('development'),
  /** The lowest level that is logged. */
  LOG_LEVEL: oneOf(logLevels).default('info'),

  // Who reaches it
  /**
   * The address that people type, `https://play.example`: the base of links in messages and, with `ALLOWED_ORIGINS`,
   * the only `Host` that production answers. Required in production, with the same value for BFFs and platform nodes.
   */
  PUBLIC_URL: publicUrl().optional(),
  /**
   * The address of this machine on which the gateway or proxy in front listens. If it is a loopback address
   * (`127.0.0.1`), everyone who comes through the proxies of `TRUSTED_PROXIES` gets the development pages and the
   * sandbox checkout, because only this machine can. docker-compose.yml and `npm run cluster` set it.
   */
  PUBLISHED_ON: text().optional(),

  // What people connect to (BFF)
  /** Bearer token for `/metrics` of BFF and platform. Without it, only this machine may read them. */
  METRICS_TOKEN: text().optional(),

  // The wallet
  /**
   * Who takes online payments: `none`, or `sandbox`, which only pretends to and credits bonus coins as test money. By
   * default `sandbox`, and `none` in production, where the sandbox is refused once a deposit of real money has
   * completed. Set the same for BFFs.
   */
  CHECKOUT_PROVIDER: oneOf(['sandbox', 'none']).optional(),

  // Accounts
  /**
   * The eight-digit invitation code that is sent when there is no invitation. It belongs to no account. The BFF passes
   * it to pages, so set the same for both programs.
   */
  DEFAULT_INVITATION_CODE: z.string().regex(invitationPattern, 'must be eight digits').default('88888888'),
}

/** The settings of a start that show who can reach the program. */
export type Exposed = {
  NODE_ENV: 'production' | 'development' | 'test'
  PUBLIC_URL?: string | undefined
  PUBLISHED_ON?: string | undefined
  TRUSTED_PROXIES?: number
  ALLOWED_ORIGINS?: readonly string[]
  /** The setting for the listening address, and its value. */
  listens: readonly [name: string, host: string]
  /** Settings that only an instance with real users has, with their values; undefined if not set. */
  real: Readonly<Record<string, string | undefined>>
}

type Sign = { says: string; otherwise: string }

const isPublicTls = (url: string) => {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' && !isLoopbackHost(hostname)
}

/** A setting that looks like public use, and the setting that would rule it out. */
const signOf = (exposed: Exposed): Sign | null => {
  const { PUBLIC_URL, PUBLISHED_ON, TRUSTED_PROXIES = 0, ALLOWED_ORIGINS = [] } = exposed
  const [name, host] = exposed.listens
  if (PUBLISHED_ON !== undefined && !isLoopbackHost(PUBLISHED_ON))
    return { says: `PUBLISHED_ON is ${PUBLISHED_ON}`, otherwise: 'PUBLISHED_ON=127.0.0.1' }
  if (TRUSTED_PROXIES > 0 && PUBLISHED_ON === undefined)
    return {
      says: `TRUSTED_PROXIES is ${TRUSTED_PROXIES}`,
      otherwise: 'PUBLISHED_ON=127.0.0.1 where the proxy takes connections of this machine alone',
    }
  if (PUBLIC_URL !== undefined && isPublicTls(PUBLIC_URL))
    return { says: `PUBLIC_URL is ${PUBLIC_URL}`, otherwise: 'leave PUBLIC_URL out and set HOST=127.0.0.1' }
  const origin = ALLOWED_ORIGINS.find(isPublicTls)
  if (origin !== undefined)
    return { says: `ALLOWED_ORIGINS has ${origin}`, otherwise: 'leave it out and set HOST=127.0.0.1' }
  const [real] = Object.entries(exposed.real).find(([, value]) => value !== undefined) ?? []
  // In a container it listens on all addresses; PUBLISHED_ON decides.
  if (real !== undefined && PUBLISHED_ON === undefined && !isLoopbackHost(host))
    return { says: `${name} is ${host} and ${real} is set`, otherwise: `${name}=127.0.0.1` }
  return null
}

/**
 * Ends a start that is neither production nor one for this machine: outside production a program shows codes and takes
 * test money. Throws a start-up error that names what looks like production and both ways out, or what production lacks.
 */
export const refuseHalfProduction = (exposed: Exposed): void => {
  if (exposed.NODE_ENV === 'production') {
    if (exposed.PUBLIC_URL !== undefined) return
    throw startupError(
      'PUBLIC_URL must be the address that people type, such as https://play.example, when NODE_ENV is production, but it is not set.',
    )
  }
  const sign = signOf(exposed)
  if (sign === null) return
  throw startupError(
    `${sign.says}, which looks like production, but NODE_ENV is ${exposed.NODE_ENV}: set NODE_ENV=production and PUBLIC_URL, or, to keep it to this machine, ${sign.otherwise}.`,
  )
}
