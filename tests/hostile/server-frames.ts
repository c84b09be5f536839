export type ServerFrame = { opcode: number; payload: Buffer }

/** The whole frames at the beginning of what a server sent: unmasked and never in fragments (RFC 6455, 5.2). */
export const readFrames = (bytes: Buffer): ServerFrame[] => {
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
