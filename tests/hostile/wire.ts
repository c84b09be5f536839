import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { livePath, opcode } from './frames.ts'

type ServerFrame = { opcode: number; payload: Buffer }

/** The whole frames at the beginning of what a server sent: unmasked and never in fragments (RFC 6455, 5.2). */
const readFrames = (bytes: Buffer): ServerFrame[] => {
  const frames: ServerFrame[] = []
  for (let at = 0; ; ) {
    if (bytes.length < at + 2) return frames
    const short = bytes.readUInt8(at + 1) & 0x7f
    const header = short === 127 ? 10 : short === 126 ? 4 : 2
    if (bytes.length < at + header) return frames
    const length =
      short === 127
        ? Number(bytes.readBigUInt64BE(at + 2))
        : short === 126
          ? bytes.readUInt16BE(at + 2)
          : short
    if (bytes.length < at + header + length) return frames
    const start = at + header
    frames.push({ opcode: bytes.readUInt8(at) & 0x0f, payload: bytes.subarray(start, start + length) })
    at = start + length
  }
}

/** How long anything that must come is waited for, in milliseconds: a limit for broken code, not a measure. */
export const patienceMs = 25_000

/** A TCP connection to the server and all that came back over it. */
export type Wire = {
  socket: Socket
  send(bytes: string | Uint8Array): void
  /** Everything received so far, as Latin-1 text: of an answer in HTTP, the answer. */
  text(): string
  /** The WebSocket frames received after the upgrade. */
  frames(): ServerFrame[]
  /** The socket.io and engine.io packets among them. */
  packets(): string[]
  /** Resolves when `holds` does, looked at whenever something has come; rejects when the connection ends before. */
  until(holds: () => boolean): Promise<void>
  /** Resolves when the connection is over, however it ended; a WebSocket's close is answered by hanging up. */
  over: Promise<void>
  end(): void
}

export type WireOptions = {
  port: number
  /** The attacker's own address; every 127.x.y.z is this machine. */
  from?: string
  /** Never hangs up, not even when the server has closed the WebSocket. */
  stubborn?: boolean
}

/** Opens a TCP connection and says nothing. */
export const openWire = async ({
  port,
  from = '127.0.0.1',
  stubborn = false,
}: WireOptions): Promise<Wire> => {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  socket.setNoDelay(true)
  const chunks: Buffer[] = []
  const received = () => Buffer.concat(chunks)
  const frames = () => {
    const all = received()
    const head = all.indexOf('\r\n\r\n')
    return head < 0 ? [] : readFrames(all.subarray(head + 4))
  }
  const watchers = new Set<() => void>()
  const look = () => {
    for (const watcher of [...watchers]) watcher()
  }
  let ended = false
  // Whether it ends with a FIN or a reset is the kernel's choice when data was under way.
  socket.on('error', () => socket.destroy())
  const over = new Promise<void>((resolve) =>
    socket.once('close', () => {
      ended = true
      resolve()
      look()
    }),
  )
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    if (!stubborn && frames().some((one) => one.opcode === opcode.close)) socket.destroy()
    look()
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  return {
    socket,
    send: (bytes) => void (socket.writable && socket.write(bytes)),
    text: () => received().toString('latin1'),
    frames,
    packets: () => frames().flatMap(({ opcode, payload }) => (opcode === 1 ? [payload.toString()] : [])),
    until: (holds) =>
      new Promise((resolve, reject) => {
        const done = (finish: () => void) => {
          clearTimeout(late)
          watchers.delete(watch)
          finish()
        }
        const late = setTimeout(
          () => done(() => reject(new Error(`nothing more came after: ${received().toString('latin1')}`))),
          patienceMs,
        )
        const watch = () => {
          if (holds()) done(resolve)
          else if (ended)
            done(() => reject(new Error(`the connection ended after: ${received().toString('latin1')}`)))
        }
        watchers.add(watch)
        watch()
      }),
    over,
    end: () => void socket.destroy(),
  }
}

export type UpgradeOptions = {
  path?: string
  method?: string
  /** Each takes the place of the header of that name; null leaves it out. */
  headers?: Record<string, string | null>
}

/** The text of a request for a WebSocket. */
export const upgradeRequest = ({ path = livePath, method = 'GET', headers = {} }: UpgradeOptions = {}) => {
  const all = {
    Host: 'localhost',
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
    ...headers,
  }
  const lines = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]))
  return `${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`
}

/** Sends a request and resolves with all that was answered until the connection ended. */
export const answerTo = async (options: WireOptions, request: string): Promise<string> => {
  const wire = await openWire(options)
  wire.send(request)
  await wire.over
  return wire.text()
}
