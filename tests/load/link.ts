import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { io } from 'socket.io-client'

/** Hears one connection. A packet is a socket.io packet, its type first, and only valid during the call. */
export type Listener = {
  /** `bytes` is what it took on the wire, frame header included. */
  packet(packet: Buffer, bytes: number): void
  /** The connection is gone, and `leave` was not called. */
  lost(why: string): void
}

/** A live connection as a player sees it. */
export type Link = {
  /** Sends a message; its answer comes as a packet `3<ack>[…]`. */
  send(ack: number, name: string, payload: object): void
  /** From now on it sends nothing, answers nothing and hears nothing, as if its network were cut. */
  silence(): void
  leave(): void
}

/** Opens a connection with such an `auth`; packets come as soon as there are any. */
export type Dial = (auth: object, listener: Listener) => Link

/** The opcodes of RFC 6455 that occur here. */
export const opcode = { text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

/** Bytes of the header of a server's frame with such a payload. */
export const headerBytes = (payload: number): number => (payload < 126 ? 2 : payload < 65_536 ? 4 : 10)

/**
 * A client's frame. It is masked, as RFC 6455 asks, with a key of zeros: the server's work is the same and the payload
 * needs no pass here.
 */
export const clientFrame = (text: string): Buffer => {
  const length = Buffer.byteLength(text)
  if (length >= 65_536) throw new RangeError('a frame of the load tool has less than 64 KB')
  const header = length < 126 ? 6 : 8
  const frame = Buffer.alloc(header + length)
  frame[0] = 0x80 | opcode.text
  if (length < 126) frame[1] = 0x80 | length
  else {
    frame[1] = 0x80 | 126
    frame.writeUInt16BE(length, 2)
  }
  frame.write(text, header)
  return frame
}

/** Takes one whole frame. `payload` is only valid during the call; `bytes` counts header and payload. */
export type TakeFrame = (code: number, payload: Buffer, bytes: number) => void

/** Cuts what a server sends into frames. Servers don't mask; socket.io never splits a message over frames. */
export type FrameReader = { push(chunk: Buffer): void }

export const frameReader = (take: TakeFrame): FrameReader => {
  let rest: Buffer | null = null
  return {
    push(chunk) {
      const bytes = rest === null ? chunk : Buffer.concat([rest, chunk])
      let at = 0
      for (;;) {
        const left = bytes.length - at
        if (left < 2) break
        const short = (bytes[at + 1] ?? 0) & 0x7f
        const header = short < 126 ? 2 : short === 126 ? 4 : 10
        if (left < header) break
        const length =
          short < 126
            ? short
            : short === 126
              ? bytes.readUInt16BE(at + 2)
              : Number(bytes.readBigUInt64BE(at + 2))
        const end = at + header + length
        if (end > bytes.length) break
        take((bytes[at] ?? 0) & 0x0f, bytes.subarray(at + header, end), header + length)
        at = end
      }
      // The chunk's memory is used again for the next read, of any socket.
      rest = at === bytes.length ? null : Buffer.from(bytes.subarray(at))
    },
  }
}

/** One buffer for the reads of all sockets: each is done with it before the next one is read. */
const readBuffer = Buffer.alloc(64 * 1024)

const pong = clientFrame('3')
const endOfHead = Buffer.from('\r\n\r\n')
const digit = { open: 0x30, close: 0x31, ping: 0x32, message: 0x34 }

/** Speaks socket.io by hand over TCP: an official client costs more than the server it would measure. */
export const dialByHand = (url: string): Dial => {
  const { hostname, port, host } = new URL(url)
  return (auth, listener) => {
    let left = false
    let silent = false
    let head: Buffer | null = Buffer.alloc(0)

    const lose = (why: string) => {
      if (left) return
      left = true
      socket.destroy()
      listener.lost(why)
    }

    const frames = frameReader((code, payload, bytes) => {
      if (left || silent) return
      if (code === opcode.close) return lose('closed by the server')
      if (code !== opcode.text) return lose(`a frame of kind ${code}`)
      const type = payload[0]
      if (type === digit.message) listener.packet(payload.subarray(1), bytes)
      else if (type === digit.ping) socket.write(pong)
      else if (type === digit.open) socket.write(clientFrame(`40${JSON.stringify(auth)}`))
      else lose(`an engine.io packet ${String(payload.subarray(0, 20))}`)
    })

    /** The answer to the upgrade; what follows it is frames. */
    const readHead = (before: Buffer, chunk: Buffer) => {
      const answer = Buffer.concat([before, chunk])
      const end = answer.indexOf(endOfHead)
      if (end < 0) {
        head = answer
        return
      }
      head = null
      const status = answer.subarray(0, answer.indexOf('\r\n')).toString('latin1')
      if (status.startsWith('HTTP/1.1 101')) frames.push(answer.subarray(end + endOfHead.length))
      else lose(`the upgrade was answered ${status}`)
    }

    const socket = connect({
      host: hostname,
      port: Number(port || 80),
      noDelay: true,
      onread: {
        buffer: readBuffer,
        callback: (count, buffer) => {
          const chunk = Buffer.from(buffer.buffer, buffer.byteOffset, count)
          if (head) readHead(head, chunk)
          else frames.push(chunk)
          return true
        },
      },
    })
    socket.once('error', (error) => lose(error.message))
    socket.once('close', () => lose('the connection ended'))
    socket.write(
      [
        'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
        `Host: ${host}`,
        'Upgrade: websocket',
        'Connection: Upgrade',
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
        'Sec-WebSocket-Version: 13',
        '\r\n',
      ].join('\r\n'),
    )

    return {
      send(ack, name, payload) {
        if (!left && !silent) socket.write(clientFrame(`42${ack}["${name}",${JSON.stringify(payload)}]`))
      },
      silence() {
        silent = true
      },
      leave() {
        left = true
        socket.end(clientFrame('41'))
        socket.destroySoon()
      },
    }
  }
}

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
