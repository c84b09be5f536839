import { macWith, tag, u32 } from './bytes.ts'

/** An endless series of u32 words that everyone with the key can draw again. */
export type Stream = () => number

/** The stream for a label: `HMAC(K, tag(label) ‖ u32 j)`, j = 0, 1, …, read as big-endian u32 words. */
export const openStream = (key: Uint8Array, label: string): Stream => {
  const blockOf = macWith(key, tag(label))
  let block = blockOf(u32(0))
  let next = 0
  let offset = 0
  return () => {
    if (offset === block.length) {
      next += 1
      block = blockOf(u32(next))
      offset = 0
    }
    const word = new DataView(block.buffer, block.byteOffset).getUint32(offset)
    offset += 4
    return word
  }
}

/**
 * A number in [0, n) without bias: words at or above ⌊2³²/n⌋·n are thrown away, then the remainder is taken.
 * n is 1 to 2³².
 */
export const uniform = (stream: Stream, n: number): number => {
  const limit = Math.floor(2 ** 32 / n) * n
  let word = stream()
  while (word >= limit) word = stream()
  return word % n
}

/** Fisher–Yates from the top over 0 … count − 1: i = count − 1 … 1, swap with `uniform(i + 1)`. */
export const permutation = (stream: Stream, count: number): number[] => {
  const items = Array.from({ length: count }, (_, index) => index)
  for (let i = count - 1; i >= 1; i -= 1) {
    const j = uniform(stream, i + 1)
    const held = items[i] ?? i
    items[i] = items[j] ?? j
    items[j] = held
  }
  return items
}
