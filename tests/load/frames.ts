/** The opcodes of RFC 6455 that occur here. */
export const opcode = { text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

/** Bytes of the header of a server's frame with such a payload. */
export const headerBytes = (payload: number): number => (payload < 126 ? 2 : payload < 65_536 ? 4 : 10)

/**
 * A client's frame. It is masked, as RFC 6455 asks, with a key of zeros: the server's work is the same and the payload
 * needs no pass here.
 */
export const clientFrame = (text: string, code: number = opcode.text): Buffer => {
  const length = Buffer.byteLength(text)
  if (length >= 65_536) throw new RangeError('a frame of the load tool has less than 64 KB')
  const header = length < 126 ? 6 : 8
  const frame = Buffer.alloc(header + length)
  frame[0] = 0x80 | code
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
