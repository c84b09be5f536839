import { Socket } from 'node:net'
import type { Clock } from '@minefall/shared/node'
import type { Callers } from './keys.ts'
import type { App } from './requests.ts'

/**
 * How long BFFs are given to see that this node is not ready any more, in milliseconds: they ask twice a second. What
 * they send until then is answered.
 */
export const noticeMs = 1_200
/** How long calls that are being answered after that may take, in milliseconds. */
export const answerMs = 5_000

export type Draining = {
  /** Whether it has begun to close. */
  has(): boolean
}

/**
 * Lets the app close unnoticed: from `close()` on it is not ready, each answer ends its connection, and those that BFFs
 * keep open are given time to go. Then nothing new is taken, calls that are being answered come to their end, and what
 * takes too long is cut off.
 */
export const drainOnClose = (app: App, { isEdge }: Pick<Callers, 'isEdge'>, clock: Clock): Draining => {
  let draining = false
  /** What is called when the last of them has gone. */
  let none = () => {}
  let stopWaiting = () => {}
  /** Connections of BFFs. */
  const edges = new Set<Socket>()

  app.addHook('onRequest', async ({ raw, headers }) => {
    const { socket } = raw
    // A request that is injected came over no connection, and would be waited for in vain.
    if (!(socket instanceof Socket) || edges.has(socket) || !isEdge(headers)) return
    edges.add(socket)
    socket.once('close', () => {
      edges.delete(socket)
      if (edges.size === 0) none()
    })
  })

  // Also those to what was asked before.
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
