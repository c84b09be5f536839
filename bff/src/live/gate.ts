import type { IncomingMessage } from 'node:http'
import { bodyCode } from '@minefall/shared/contracts'
import type { BffSettings } from '../config.ts'
import { clientAddress, originAllowed } from '../edge/address.ts'
import { inSeconds, TokenBucket } from '../edge/token-bucket.ts'
import type { UpgradeRefusal } from '../edge/upgrades.ts'

/** An address with open connections, or recent ones. */
export type Visitor = { open: number; handshakes: TokenBucket; seen: number }

export type Gate = ReturnType<typeof gate>

/** How long an address without connections is remembered: its bucket is full by then. */
const forgetMs = 60_000
/** When to retry if there are too many sockets, in seconds. */
const fullSeconds = 10

const bad = (reason: string, msg: string): UpgradeRefusal => {
  return { reason, status: 400, code: bodyCode.badParameters, msg }
}

const busy = (reason: string, what: string, seconds: number): UpgradeRefusal => {
  const msg = `${what}; try again in ${seconds} s`
  return { reason, status: 429, code: bodyCode.tooManyRequests, msg, seconds }
}

/** Checks that need no limits: the request is not one for our live connection. */
const misdirected = ({ url = '' }: IncomingMessage): UpgradeRefusal | null => {
  const [, query] = url.split('?', 2)
  const asked = new URLSearchParams(query)
  if (asked.getAll('EIO').join() !== '4' || asked.getAll('transport').join() !== 'websocket') {
    return bad('transport', 'the live connection is engine.io 4 over WebSocket alone')
  }
  // engine.io would let anyone with a session id take over its stream, past every check here.
  return asked.has('sid') ? bad('session', 'a live connection begins with its own session') : null
}

/**
 * Who may open a live connection: valid request, right origin, within the address's limits. Without `bounds` those
 * of players, whose total the server's own limit bounds.
 */
export const gate = (
  settings: BffSettings,
  now: () => number,
  bounds = {
    socketsPerAddress: settings.LIVE_SOCKETS_PER_ADDRESS,
    handshakesPerMinute: settings.LIVE_HANDSHAKES_PER_MINUTE,
    inAll: settings.CONNECTIONS,
  },
) => {
  const perMinute = bounds.handshakesPerMinute
  const rate = { perSecond: perMinute / 60, burst: perMinute, now }
  let inAll = 0
  const visitors = new Map<string, Visitor>()
  let swept = now()

  const visitorOf = (request: IncomingMessage): Visitor => {
    const address = clientAddress(request, settings.TRUSTED_PROXIES)
    const time = now()
    if (time - swept > forgetMs) {
      swept = time
      for (const [key, { open, seen }] of visitors)
        if (open === 0 && time - seen > forgetMs) visitors.delete(key)
    }
    const visitor = visitors.get(address) ?? { open: 0, handshakes: new TokenBucket(rate), seen: time }
    visitor.seen = time
    visitors.set(address, visitor)
    return visitor
  }

  return {
    /** Null lets the request in. */
    check(request: IncomingMessage): UpgradeRefusal | null {
      const wrong = misdirected(request)
      if (wrong) return wrong
      if (!originAllowed(request, settings.ALLOWED_ORIGINS)) {
        const msg = 'pages from there may not open a live connection here'
        return { reason: 'origin', status: 403, code: bodyCode.notAllowed, msg }
      }
      if (inAll >= bounds.inAll) return busy('full', 'too many live connections', fullSeconds)
      const visitor = visitorOf(request)
      if (visitor.open >= bounds.socketsPerAddress)
        return busy('address-full', 'too many live connections from this address', fullSeconds)
      const wait = visitor.handshakes.take()
      return wait > 0
        ? busy('address-rate', 'too many new live connections from this address', inSeconds(wait))
        : null
    },
    enter(request: IncomingMessage): Visitor {
      const visitor = visitorOf(request)
      visitor.open += 1
      inAll += 1
      return visitor
    },
    leave(visitor: Visitor): void {
      visitor.open -= 1
      inAll -= 1
    },
    /**
     * Charges an address for a connection that sent what no client of ours sends: some of its handshakes, at most as
     * many again as debt, so people sharing it wait for seconds.
     */
    offended({ handshakes }: Visitor): void {
      if (handshakes.spend(0) === 0) handshakes.spend(settings.LIVE_OFFENCE_HANDSHAKES)
    },
  }
}
