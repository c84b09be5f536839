import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

/** How long the other end has to read its answer before the connection is closed over what it still sends, in milliseconds. */
const lingerMs = 1_000

/**
 * Reads no more of a request's body, and ends the connection once it is answered; the answer says `connection: close`.
 * Without this Node reads a body that no one wanted to its end and throws it away.
 */
export const leaveBody = (request: IncomingMessage): void => {
  const { socket } = request
  // Of an injected request there is no connection.
  if (!(socket instanceof Socket)) return
  // What someone has begun to read is not read to its end by Node.
  request.read(0)
  request.pause()
  socket.destroySoon = () => {
    // Closed at once, with bytes unread, the connection would take the answer with it.
    socket.end()
    setTimeout(() => socket.destroy(), lingerMs).unref()
  }
}
