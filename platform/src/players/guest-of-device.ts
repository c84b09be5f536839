import { createHmac } from 'node:crypto'
import { drawGuest } from './guest-names.ts'
import type { Player } from './player-row.ts'

/** A UUID of version 8, whose other 122 bits are the maker's own (RFC 9562, 5.8). */
const uuidOf = (bytes: Buffer): string => {
  const id = Buffer.from(bytes)
  id.writeUInt8((id.readUInt8(6) & 0x0f) | 0x80, 6)
  id.writeUInt8((id.readUInt8(8) & 0x3f) | 0x80, 8)
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/**
 * The `nth` guest of a device, from 0: always the same for the same key, so that every node shows the same before
 * anything is kept. A device id is a credential and a player's id is shown to everyone, so the one can't be told from
 * the other without the key.
 */
export const guestOfDevice = (key: Uint8Array, deviceId: string, nth: number): Player => {
  const digest = createHmac('sha512', key).update(`${nth} ${deviceId}`).digest()
  let at = 16
  const random = () => {
    at += 6
    return digest.readUIntBE(at - 6, 6) / 2 ** 48
  }
  return { id: uuidOf(digest.subarray(0, 16)), kind: 'guest', ...drawGuest(random) }
}
