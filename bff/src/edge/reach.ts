import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { hostname as nameOfThisMachine } from 'node:os'
import { hostOf, isLoopbackAddress, isLoopbackHost } from '@minefall/shared/node'
import type { BffSettings } from '../config.ts'
import { forwardedFor } from './address.ts'

/** The sender of a request, as far as it shows. */
export type Request = { headers: IncomingHttpHeaders; socket: { remoteAddress?: string | undefined } }

/** The sender as connection and headers show it, before any of it is trusted. */
export type Reach = {
  /**
   * Whether a request was made on this machine: by the connection's address and the `Host`. Not if a proxy left a
   * header, unless the proxy is ours and serves this machine only.
   */
  isThisMachine(request: Request): boolean
  /**
   * Whether a request names us as its `Host`. A DNS-rebinding page would name its own host, and the browser would
   * take our answer for the page's own.
   */
  isOurs(request: Request): boolean
}

type Settings = Pick<
  BffSettings,
  'NODE_ENV' | 'PUBLIC_URL' | 'ALLOWED_ORIGINS' | 'TRUSTED_PROXIES' | 'PUBLISHED_ON'
>

/** Headers that other proxies leave besides `x-forwarded-…`; ours remove or never set them. */
const foreignMarks = ['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip']

const hostsOf = (origins: readonly string[]): string[] =>
  origins.filter((origin) => URL.canParse(origin)).map((origin) => new URL(origin).hostname)

export const reachOf = (settings: Settings, hostname = nameOfThisMachine()): Reach => {
  const { NODE_ENV, PUBLIC_URL, ALLOWED_ORIGINS, TRUSTED_PROXIES, PUBLISHED_ON } = settings
  const known = new Set(hostsOf([...(PUBLIC_URL === undefined ? [] : [PUBLIC_URL]), ...ALLOWED_ORIGINS]))
  const machine = hostname.toLowerCase()
  const ofThisMachine = [machine, `${machine.split('.', 1)[0]}.local`]
  const proxiesServeHere = PUBLISHED_ON !== undefined && isLoopbackHost(PUBLISHED_ON)

  const cameFromHere = (request: Request): boolean => {
    const { headers, socket } = request
    if (foreignMarks.some((mark) => headers[mark] !== undefined)) return false
    const isPeerHere = isLoopbackAddress(socket.remoteAddress)
    const hops = forwardedFor(headers)
    if (hops.length === 0)
      return isPeerHere && !Object.keys(headers).some((name) => name.startsWith('x-forwarded-'))
    // Each of our proxies adds one entry: more mean another proxy in front.
    if (hops.length > TRUSTED_PROXIES) return false
    return proxiesServeHere || (isPeerHere && hops.every(isLoopbackAddress))
  }

  const isThisMachine = (request: Request): boolean => {
    const host = hostOf(request.headers.host)
    return host !== null && isLoopbackHost(host) && cameFromHere(request)
  }

  return {
    isThisMachine,
    isOurs(request) {
      const host = hostOf(request.headers.host)
      if (host === null) return false
      if (known.has(host)) return true
      if (NODE_ENV === 'production') return isThisMachine(request)
      // An address can't be rebound, and these names mean this machine or its own network.
      return isLoopbackHost(host) || isIP(host) > 0 || ofThisMachine.includes(host)
    },
  }
}
