import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { answerRaw } from '../edge/raw-answer.ts'
import type { Gate } from './gate.ts'
import type { LiveMetrics } from './metrics.ts'

/**
 * Owns every upgrade that `server` is asked for: what the gate refuses is answered and ended here, and only the rest
 * is handed on, to whoever listens for upgrades of the server this returns. That one never listens on a port.
 */
export const gatedUpgrades = (server: Server, gate: Gate, metrics: LiveMetrics): Server => {
  const behind = createServer()
  const waiting: (() => void)[] = []
  /** One, then whatever else came meanwhile: hundreds that arrive at once would hold up every move behind them. */
  const takeTurn = () => {
    waiting.shift()?.()
    if (waiting.length > 0) setImmediate(takeTurn)
  }
  const upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    if (stream.destroyed) return
    const refusal = gate.check(request)
    if (!refusal) return void behind.emit('upgrade', request, stream, head)
    metrics.handshakesRefused.inc({ reason: refusal.reason })
    answerRaw(stream, refusal)
  }
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    // From here on Node has no listener of its own: an error that nobody hears would end the process.
    stream.on('error', () => stream.destroy())
    waiting.push(() => upgrade(request, stream, head))
    if (waiting.length === 1) setImmediate(takeTurn)
  })
  return behind
}
