import canonicalize from 'canonicalize'
import { type Asset, type Coins, lockVersion, type Rules } from '../rules/index.ts'
import { bytesToHex, hash, hexToBytes, tag, utf8ToBytes } from './bytes.ts'

/** `H(tag("mf1/server") ‖ matchId ‖ serverSeed)`; hex in and out. */
export const serverCommit = (matchId: string, serverSeed: string): string =>
  bytesToHex(hash(tag('mf1/server'), hexToBytes(matchId), hexToBytes(serverSeed)))

/** `H(tag("mf1/player") ‖ matchId ‖ ref ‖ seed)`; hex in and out. */
export const playerCommit = (matchId: string, ref: string, seed: string): string =>
  bytesToHex(hash(tag('mf1/player'), hexToBytes(matchId), hexToBytes(ref), hexToBytes(seed)))

/** `H(tag("mf1/daily") ‖ day ‖ serverSeed)` of the board of a day, which is ten ASCII bytes such as 2026-03-01; hex in and out. */
export const dailyCommit = (day: string, serverSeed: string): string =>
  bytesToHex(hash(tag('mf1/daily'), utf8ToBytes(day), hexToBytes(serverSeed)))

/** Everything that is fixed when the seats are full. */
export type Lock = {
  matchId: string
  asset: Asset
  stake: Coins
  rules: Rules
  serverCommit: string
  /** The end of the house's chain; of sealed tables alone, as `chain` of each seat. */
  serverChain?: string | undefined
  /** Hash of the previous entry of the same shard's fairness log. */
  prevLog: string
  /** In seat order. */
  seats: readonly { ref: string; commit: string; chain?: string | undefined }[]
}

/** The lock document: canonical JSON (RFC 8785), the same bytes for everyone. */
export const lockDocument = ({
  matchId,
  asset,
  stake,
  rules,
  serverCommit,
  serverChain,
  prevLog,
  seats,
}: Lock): string => {
  const { boards, clockMs, clues, fade, h, mines, openers, rakeBps, rise, sealed, w } = rules
  const document = canonicalize({
    v: lockVersion(rules),
    matchId,
    asset,
    stake,
    rules: { boards, clockMs, clues, fade, h, mines, openers, rakeBps, rise, sealed, w },
    serverCommit,
    serverChain,
    prevLog,
    seats: seats.map(({ ref, commit, chain }) => ({ chain, commit, ref })),
  })
  if (document === undefined) throw new TypeError('a lock document has nothing that JSON can not say')
  return document
}

/** `H(tag("mf1/lock") ‖ document)`, hex. */
export const lockHash = (document: string): string => bytesToHex(hash(tag('mf1/lock'), utf8ToBytes(document)))
