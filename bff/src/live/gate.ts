import type { IncomingMessage } from 'node:http'
import type { BffSettings } from '../config.ts'
import { clientAddress, originAllowed } from './address.ts'
import { type TokenBucket, tokenBucket } from './token-bucket.ts'

/** Why a handshake was refused before it became a connection. */
export type GateRefusal = 'origin' | 'address-full' | 'address-rate'

export type Gate = {
  /** Null lets the request in. */
  check(request: IncomingMessage): GateRefusal | null
  /** Counts an open connection against its address; the answer takes it off again. */
  enter(request: IncomingMessage): () => void
}

type Visitor = { open: number; handshakes: TokenBucket; seen: number }

/** How long an address without connections is remembered: its bucket is full again by then. */
const forgetMs = 60_000

/** Who may open a live connection at all: right origin, not too many and not too fast from one address. */
export const gate = (settings: BffSettings, now: () => number): Gate => {
  const visitors = new Map<string, Visitor>()
  let swept = now()

  const visitorOf = (request: IncomingMessage): Visitor => {
    const address = clientAddress(request, settings.TRUSTED_PROXIES)
    const time = now()
    if (time - swept > forgetMs) {
      swept = time
      for (const [key, { open, seen }] of visitors) {
        if (open === 0 && time - seen > forgetMs) visitors.delete(key)
      }
    }
    const perMinute = settings.LIVE_HANDSHAKES_PER_MINUTE
    const visitor = visitors.get(address) ?? {
      open: 0,
      handshakes: tokenBucket({ perSecond: perMinute / 60, burst: perMinute }, now),
      seen: time,
    }
    visitor.seen = time
    visitors.set(address, visitor)
    return visitor
  }

  return {
    check(request) {
      if (!originAllowed(request, settings.ALLOWED_ORIGINS)) return 'origin'
      const visitor = visitorOf(request)
      if (visitor.open >= settings.LIVE_SOCKETS_PER_ADDRESS) return 'address-full'
      return visitor.handshakes.take() > 0 ? 'address-rate' : null
    },
    enter(request) {
      const visitor = visitorOf(request)
      visitor.open += 1
      let inside = true
      return () => {
        if (inside) visitor.open -= 1
        inside = false
      }
    },
  }
}
