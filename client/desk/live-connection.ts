import {
  type DeskClientMessage,
  type DeskClientMessageName,
  type DeskServerMessage,
  type DeskServerMessageName,
  deskLivePath,
  deskServerMessages,
} from '@minefall/shared/contracts'
import { io } from 'socket.io-client'

/** What the server told, with its name. */
export type DeskMessage = {
  [N in DeskServerMessageName]: { name: N; payload: DeskServerMessage<N> }
}[DeskServerMessageName]

export type LiveListener = {
  /** A message that was understood. */
  onMessage(message: DeskMessage): void
  onConnected(isConnected: boolean): void
}

export type LiveConnection = {
  /** Nothing is told while there is no connection: what matters is told again after `welcome`. */
  tell<N extends DeskClientMessageName>(name: N, payload: DeskClientMessage<N>): void
  end(): void
}

/** Before it tries again after the server ended or refused it, in milliseconds. */
const againMs = 2_000

const isKnown = (name: string): name is DeskServerMessageName => Object.hasOwn(deskServerMessages, name)

/** The desk's live connection with the token of staff. It comes back by itself until it is ended. */
export const connectLive = (token: string, { onMessage, onConnected }: LiveListener): LiveConnection => {
  const socket = io({
    path: deskLivePath,
    transports: ['websocket'],
    auth: { token },
    reconnectionDelay: 500,
    reconnectionDelayMax: 5_000,
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  /** socket.io leaves it to us to come back where the server itself ended or refused the connection. */
  const again = () => {
    if (socket.active) return
    clearTimeout(timer)
    timer = setTimeout(() => socket.connect(), againMs)
  }
  socket.on('connect', () => onConnected(true))
  socket.on('disconnect', () => {
    onConnected(false)
    again()
  })
  socket.on('connect_error', again)
  socket.onAny((name: string, payload: unknown) => {
    if (!isKnown(name)) return
    const read = deskServerMessages[name].safeParse(payload)
    if (read.success) onMessage({ name, payload: read.data } as DeskMessage)
  })
  return {
    tell: (name, payload) => {
      if (socket.connected) socket.emit(name, payload, () => undefined)
    },
    end: () => {
      clearTimeout(timer)
      socket.removeAllListeners()
      socket.disconnect()
    },
  }
}
