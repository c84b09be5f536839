import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

export { bytesToHex, concatBytes, hexToBytes, utf8ToBytes }

const empty = sha256.create()
/** Every hash starts from a copy of the same state: creating one costs as much as hashing a short text. */
const running = sha256.create()

/** `H` of mf1: SHA-256 over the parts joined raw. */
export const hash = (...parts: Uint8Array[]): Uint8Array => {
  empty._cloneInto(running)
  for (const part of parts) running.update(part)
  return running.digest()
}

/** `HMAC` of mf1: HMAC-SHA-256 over the parts joined raw. */
export const mac = (key: Uint8Array, ...parts: Uint8Array[]): Uint8Array =>
  hmac(sha256, key, concatBytes(...parts))

/** Where each message's HMAC goes on from what is kept for its key: a host has a thousand keys. */
const ongoing = hmac.create(sha256, new Uint8Array())

/** `mac` under one key for many messages that begin alike: key and `prefix` are hashed once. */
export const macWith = (key: Uint8Array, prefix: Uint8Array): ((rest: Uint8Array) => Uint8Array) => {
  const begun = hmac.create(sha256, key).update(prefix)
  return (rest) => begun._cloneInto(ongoing).update(rest).digest()
}

/** `tag("x")` of mf1: the ASCII bytes of x and a zero byte. */
export const tag = (label: string): Uint8Array => concatBytes(utf8ToBytes(label), Uint8Array.of(0))

export const u8 = (value: number): Uint8Array => Uint8Array.of(value)
export const u16 = (value: number): Uint8Array => Uint8Array.of(value >>> 8, value & 0xff)
export const u32 = (value: number): Uint8Array =>
  Uint8Array.of(value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff)
