import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { clientFrame, frameReader, opcode } from './frames.ts'
import type { Dial } from './link.ts'

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
