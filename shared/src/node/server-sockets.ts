import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { createServer, Socket } from 'node:net'

/**
 * Resolves if this process can listen there now; rejects with the system's error if not. Call it before a start does
 * anything that a failed start would leave behind. Port 0 is always free.
 */
export const tryListening = async (host: string, port: number): Promise<void> => {
  const probe = createServer()
  // Rejects on an `error` that comes first.
  const listening = once(probe, 'listening')
  probe.listen({ host, port })
  await listening
  await new Promise((resolve) => probe.close(resolve))
}

/** How long a client has to read its answer while it still sends, in milliseconds. Then the connection is closed. */
const lingerMs = 1_000

/**
 * Stops reading a request's body and closes the connection after the answer, which says `connection: close`.
 * Node alone would read an unwanted body to its end and discard it.
 */
export const leaveBody = (request: IncomingMessage): void => {
  const { socket } = request
  // An injected request has no connection.
  if (!(socket instanceof Socket)) return
  // Node discards the rest of a body only if nothing has begun to read it.
  request.read(0)
  request.pause()
  socket.destroySoon = () => {
    // Closing at once with unread bytes would reset the connection and lose the answer.
    socket.end()
    setTimeout(() => socket.destroy(), lingerMs).unref()
  }
}
