import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { Counter, type Registry } from 'prom-client'
import type { BffSettings } from '../config.ts'
import { networkOf } from '../live/index.ts'

/**
 * Bounds the connections that are open, whatever is said over them: those in all by Node itself, and those of one
 * address here. Behind proxies every peer is a proxy, which bounds its own clients.
 */
export const boundConnections = (server: Server, settings: BffSettings, registry: Registry) => {
  const refused = new Counter({
    name: 'minefall_connections_refused_total',
    help: 'TCP connections ended as they opened: too many of one address, or in all',
    labelNames: ['reason'],
    registers: [registry],
  })
  const [full, addressFull] = [refused.labels('full'), refused.labels('address-full')]
  server.maxConnections = settings.CONNECTIONS
  server.on('drop', () => full.inc())
  if (settings.TRUSTED_PROXIES > 0) return
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const peer = networkOf(socket.remoteAddress ?? '')
    const count = open.get(peer) ?? 0
    if (count >= settings.CONNECTIONS_PER_ADDRESS) {
      addressFull.inc()
      return void socket.destroy()
    }
    open.set(peer, count + 1)
    socket.once('close', () => {
      const left = (open.get(peer) ?? 1) - 1
      if (left > 0) open.set(peer, left)
      else open.delete(peer)
    })
  })
}
