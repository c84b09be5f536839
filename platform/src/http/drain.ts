import { Socket } from 'node:net'
import type { Clock } from '@minefall/shared/node'
import type { Callers } from './keys.ts'
import type { App } from './requests.ts'

/**
 * How long BFFs get to see that this node is not ready any more, in milliseconds: they ask twice a second. Requests
 * until then are answered.
 */
export const noticeMs = 1_200
/** How long calls that are being answered after that may take, in milliseconds. */
export const answerMs = 5_000

export type Draining = {
  /** Whether it has begun to close. */
  has(): boolean
}

/**
 * Lets the app close unnoticed: from `close()` on it is not ready, each answer ends its connection, and keep-alive
 * connections get time to go. Then nothing new is accepted, calls in progress finish, and the rest is cut off.
 */
export const drainOnClose = (app: App, { isEdge }: Pick<Callers, 'isEdge'>, clock: Clock): Draining => {
  let draining = false
  /** Called when the last connection has gone. */
  let none = () => {}
  let stopWaiting = () => {}
  /** Connections of BFFs. */
  const edges = new Set<Socket>()

  app.addHook('onRequest', async ({ raw, headers }) => {
    const { socket } = raw
    // An injected request has no connection to wait for.
    if (!(socket instanceof Socket) || edges.has(socket) || !isEdge(headers)) return
    edges.add(socket)
    socket.once('close', () => {
      edges.delete(socket)
      if (edges.size === 0) none()
    })
  })

  // Also answers to earlier requests.
  app.addHook('onSend', async (_, reply) => {
    if (draining) reply.header('connection', 'close')
  })

  app.addHook('preClose', async () => {
    draining = true
    if (edges.size > 0) {
      let cancel = () => {}
      await new Promise<void>((resolve) => {
        none = resolve
        cancel = clock.after(noticeMs, resolve)
      })
      cancel()
    }
    stopWaiting = clock.after(answerMs, () => app.server.closeAllConnections())
  })
  app.addHook('onClose', async () => stopWaiting())
  return { has: () => draining }
}
