import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'

/** The addresses of `x-forwarded-for`, the nearest proxy's last. */
export const forwardedFor = (headers: IncomingHttpHeaders): string[] =>
  [headers['x-forwarded-for'] ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/**
 * The address that limits count a connection against: the peer's, or the client's `trustedProxies` hops away, as
 * `networkOf` groups it.
 */
export const clientAddress = (request: IncomingMessage, trustedProxies: number): string => {
  const peer = request.socket.remoteAddress ?? ''
  const forwarded = forwardedFor(request.headers)
  // The nearest proxy wrote the last entry, the one before it the entry before, and so on.
  return networkOf(trustedProxies === 0 ? peer : (forwarded.at(-trustedProxies) ?? forwarded[0] ?? peer))
}

/** What counts as one address: an IPv4 address, or the /64 of an IPv6 one. */
export const networkOf = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined && isIPv4(mapped)) return mapped
  return isIPv6(address) ? `${groupsOf(address, 4)}::/64` : address
}

/** The /48 of an IPv6 address: one line may have as much, with 65,536 of /64 in it. Null for an IPv4 address. */
export const lineOf = (address: string): string | null =>
  networkOf(address).includes(':') ? `${groupsOf(address, 3)}::/48` : null

/** The first groups of an IPv6 address, so many of them, written out. */
const groupsOf = (address: string, count: number): string => {
  const [head = '', tail] = address.split('%')[0]?.toLowerCase().split('::') ?? []
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  return [...left, ...Array.from({ length: missing }, () => '0'), ...right]
    .slice(0, count)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

/**
 * Whether a page from `origin` may open a live connection: the page's own server, or one of `allowed`. Programs
 * that are no browser send no origin and can't be made to act for someone else's page, so they may.
 */
export const originAllowed = (request: IncomingMessage, allowed: readonly string[]): boolean => {
  const { origin, host } = request.headers
  if (origin === undefined) return true
  if (allowed.includes(origin)) return true
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host.toLowerCase()
}
