import { type DeskToServer, deskLivePath, type ServerToDesk } from '@minefall/shared/contracts/desk'
import { io, type Socket } from 'socket.io-client'

/** Opens a desk's live connection, watches the connections, and keeps all that it hears. Resolves once it is watching. */
export const listenAsDesk = async (url: string, token: string) => {
  const socket: Socket<ServerToDesk, DeskToServer> = io(url, {
    path: deskLivePath,
    transports: ['websocket'],
    auth: { token },
    reconnection: false,
    forceNew: true,
  })
  const frames: string[] = []
  socket.onAny((...told) => frames.push(JSON.stringify(told)))
  await new Promise<void>((resolve, reject) => {
    socket.once('welcome', () => resolve())
    socket.once('close', ({ code, msg }) => reject(new Error(`the desk was closed: ${code}: ${msg}`)))
    socket.once('connect_error', reject)
  })
  await socket.emitWithAck('connections.watch', {})
  return { frames, leave: () => void socket.disconnect() }
}
