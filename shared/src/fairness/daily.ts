import { bytesToHex, hash, hexToBytes, mac, tag, utf8ToBytes } from './bytes.ts'

/** `H(tag("mf1/daily") ‖ day ‖ serverSeed)` of the board of a day, which is ten ASCII bytes such as 2026-03-01; hex in and out. */
export const dailyCommit = (day: string, serverSeed: string): string =>
  bytesToHex(hash(tag('mf1/daily'), utf8ToBytes(day), hexToBytes(serverSeed)))

/** `K = HMAC(serverSeed, tag("mf1/daily") ‖ day)`: the key of all streams of the board of a day. */
export const dailyKey = (day: string, serverSeed: string): Uint8Array =>
  mac(hexToBytes(serverSeed), tag('mf1/daily'), utf8ToBytes(day))
