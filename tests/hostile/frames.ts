export const livePath = '/socket.io/?EIO=4&transport=websocket'

/** Opcodes of RFC 6455. */
export const opcode = { more: 0x0, text: 0x1, binary: 0x2, close: 0x8, ping: 0x9, pong: 0xa } as const

export type FrameOptions = {
  opcode?: number
  fin?: boolean
  /** The three reserved bits; a server must refuse them. */
  rsv?: number
  masked?: boolean
  /** The length told, when it is not the payload's own. */
  length?: number
}

/** A WebSocket frame as a client sends it, or as none would. The mask is all zeros, which is a mask like others. */
export const frame = (payload: string | Uint8Array, options: FrameOptions = {}): Buffer => {
  const { opcode: code = opcode.text, fin = true, rsv = 0, masked = true } = options
  const data = Buffer.from(payload)
  const length = options.length ?? data.length
  const mask = masked ? 0x80 : 0
  const first = (fin ? 0x80 : 0) | ((rsv & 7) << 4) | (code & 0x0f)
  const header = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10)
  header.writeUInt8(first, 0)
  if (length < 126) header.writeUInt8(mask | length, 1)
  else if (length < 65_536) {
    header.writeUInt8(mask | 126, 1)
    header.writeUInt16BE(length, 2)
  } else {
    header.writeUInt8(mask | 127, 1)
    header.writeBigUInt64BE(BigInt(length), 2)
  }
  return Buffer.concat([header, Buffer.alloc(masked ? 4 : 0), data])
}

/** A socket.io event as text, with an acknowledgement wanted if `id` is given. */
export const eventText = (name: unknown, payload?: unknown, id?: number): string =>
  `42${id ?? ''}${JSON.stringify(payload === undefined ? [name] : [name, payload])}`
