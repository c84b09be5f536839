import { io } from 'socket.io-client'
import { headerBytes } from './frames.ts'
import type { Dial } from './link.ts'

/**
 * The official client behind the same door, its events written back as packets. Far slower than the protocol by
 * hand: a run with it shows that both see the same.
 */
export const dialOfficially =
  (url: string): Dial =>
  (auth, listener) => {
    const socket = io(url, { transports: ['websocket'], reconnection: false, forceNew: true, auth })
    let left = false
    const packet = (text: string) => {
      const bytes = Buffer.from(text)
      // The engine's own digit stands before the packet.
      const payload = 1 + bytes.length
      listener.packet(bytes, headerBytes(payload) + payload)
    }
    const lose = (why: string) => {
      if (left) return
      left = true
      listener.lost(why)
    }
    socket.once('connect', () => packet('0{}'))
    socket.onAny((...event: unknown[]) => packet(`2${JSON.stringify(event)}`))
    socket.once('connect_error', (error) => lose(error.message))
    socket.once('disconnect', (reason) => lose(reason))
    return {
      send(ack, name, payload) {
        socket.emit(name, payload, (answer: unknown) => packet(`3${ack}${JSON.stringify([answer])}`))
      },
      silence() {
        left = true
        socket.io.engine.transport.send = () => {}
      },
      leave() {
        left = true
        socket.disconnect()
      },
    }
  }
