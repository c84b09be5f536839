import { hash } from 'node:crypto'
import { type MatchId, matchIdSchema } from '@minefall/shared/game'

export const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
export const sha256 = (...parts: readonly string[]): string => hash('sha256', parts.join(''), 'hex')

/**
 * A fresh match id: the 16 bytes of a version 7 UUID (RFC 9562), so that ids sort by time. With `shard` its last
 * byte is chosen to fall there.
 */
export const newMatchId = (
  now: number,
  randomBytes: (count: number) => Uint8Array,
  shard?: number,
): MatchId => {
  const bytes = Buffer.alloc(16)
  bytes.set(randomBytes(16))
  bytes.writeUIntBE(now, 0, 6)
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  if (shard !== undefined) bytes[15] = ((bytes[15] ?? 0) & 0xc0) | shard
  return matchIdSchema.parse(toHex(bytes))
}
