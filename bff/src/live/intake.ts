import type { IncomingMessage } from 'node:http'
import type { Clock } from '@minefall/shared/node'
import type { BffSettings } from '../config.ts'
import { tokenBucket } from './token-bucket.ts'

/** The part of a server's WebSocket that is used here (npm `ws`). */
export type WebSocketStream = {
  prependListener(event: 'message', listener: (data: Uint8Array, isBinary: boolean) => void): unknown
  prependListener(event: 'ping' | 'pong', listener: () => void): unknown
  once(event: 'close' | 'error', listener: () => void): unknown
  pause(): void
  resume(): void
}

const isStream = (value: unknown): value is WebSocketStream =>
  typeof value === 'object' &&
  value !== null &&
  ['prependListener', 'once', 'pause', 'resume'].every((name) => name in value)

/** The WebSocket that engine.io made of an upgrade request. */
export const webSocketOf = (request: IncomingMessage): WebSocketStream => {
  if ('websocket' in request && isStream(request.websocket)) return request.websocket
  throw new Error('engine.io left no WebSocket on its request')
}

export type Intake = {
  /** Whether a packet came that may hold a message above the limit; messages are measured from then on. */
  sawLarge: boolean
}

export type IntakeOptions = {
  stream: WebSocketStream
  /** Bytes read from the connection so far, those of frames that are no message yet included. */
  bytesRead: () => number
  settings: BffSettings
  clock: Clock
  /** Called once, when holding the socket back has not helped. */
  flooded: () => void
}

/** engine.io's mark of a binary packet in a text. */
const base64Mark = 0x62
/** Milliseconds of holding back that are forgiven each second. */
const forgiven = 100

/**
 * Counts everything one socket sends before any of it is decoded: messages of any kind, pings, pongs, and bytes, which
 * bound fragments too. What the limits on live messages can refuse and answer passes untouched; a socket that sends
 * more is read at the rate it may send, and is flooding when that took too long altogether.
 */
export const intake = ({ stream, bytesRead, settings, clock, flooded }: IntakeOptions): Intake => {
  const { LIVE_FRAMES_PER_MESSAGE: perMessage, LIVE_MESSAGE_BYTES: limit, LIVE_HELD_MS: held } = settings
  const now = () => clock.now()
  const rate = settings.LIVE_SOCKET_RATE
  const refusable = settings.LIVE_SOCKET_BURST + settings.LIVE_FLOOD_REFUSALS + settings.LIVE_STRIKES
  const frames = tokenBucket({ perSecond: rate * perMessage, burst: refusable * perMessage }, now)
  const bytes = tokenBucket({ perSecond: rate * limit, burst: refusable * limit }, now)
  const patience = tokenBucket({ perSecond: forgiven, burst: held }, now)
  const seen: Intake = { sawLarge: false }
  let counted = bytesRead()
  let heldUntil = 0
  let over = false
  let cancel: (() => void) | null = null

  const letGo = () => {
    cancel = null
    const left = heldUntil - now()
    if (left > 0) cancel = clock.after(left, letGo)
    else stream.resume()
  }

  const hold = (ms: number) => {
    const time = now()
    const longer = time + ms - Math.max(time, heldUntil)
    if (longer <= 0) return
    heldUntil = time + ms
    if (patience.spend(longer) > 0) {
      over = true
      cancel?.()
      // What is left is read to its end and dropped: the close would be lost behind it.
      stream.resume()
      flooded()
      return
    }
    if (cancel) return
    stream.pause()
    cancel = clock.after(ms, letGo)
  }

  const count = () => {
    if (over) return
    const total = bytesRead()
    const wait = Math.max(frames.spend(1), bytes.spend(total - counted))
    counted = total
    if (wait > 0) hold(wait)
  }

  stream.prependListener('message', (data, isBinary) => {
    if (isBinary || data.length > limit || data[0] === base64Mark) seen.sawLarge = true
    count()
  })
  stream.prependListener('ping', count)
  stream.prependListener('pong', count)
  stream.once('close', () => {
    over = true
    cancel?.()
  })
  return seen
}
