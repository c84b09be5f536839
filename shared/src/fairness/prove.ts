import type { Rules } from '../rules/index.ts'
import { bytesToHex, hash, hexToBytes, u8 } from './bytes.ts'

/** Whether an opened tile is the one its board committed to. */
export const verifyTile = (leaves: readonly string[], leaf: Leaf): boolean =>
  leaves[leaf.tile] === tileLeaf(leaf)

/** Whether a board's leaves are as many as its tiles and have the root that was published. */
export const verifyBoard = (
  rules: Rules,
  { root, leaves }: { root: string; leaves: readonly string[] },
): boolean => leaves.length === rules.w * rules.h && merkleRoot(leaves) === root

/** What a leaf commits to. One without a salt is in no board. */
export type Leaf = { board: number; tile: number; mine: boolean; clue: number; salt?: string | undefined }

/** `H(0x00 ‖ u8 b ‖ u16 tile ‖ u8 mine ‖ u8 clue ‖ salt)`. */
const leafHash = ({ board, tile, mine, clue, salt }: Leaf): Uint8Array =>
  hash(Uint8Array.of(0, board, tile >>> 8, tile & 0xff, mine ? 1 : 0, clue), hexToBytes(salt ?? ''))

/** A leaf's hash, hex. */
export const tileLeaf = (leaf: Leaf): string => bytesToHex(leafHash(leaf))

const nodeOf = (hashes: readonly Uint8Array[]): Uint8Array => {
  const [only] = hashes
  if (only === undefined) return hash()
  if (hashes.length === 1) return only
  const half = 2 ** Math.ceil(Math.log2(hashes.length) - 1)
  return hash(u8(1), nodeOf(hashes.slice(0, half)), nodeOf(hashes.slice(half)))
}

/** The RFC 6962 root of leaf hashes: inner nodes are `H(0x01 ‖ left ‖ right)`, split at the largest power of two below n. */
const merkleRoot = (leaves: readonly string[]): string => bytesToHex(nodeOf(leaves.map(hexToBytes)))

/** What a board publishes of its tiles: every leaf, and their root. */
export const commitments = (leaves: readonly Leaf[]): { root: string; leaves: string[] } => {
  const hashes = leaves.map(leafHash)
  return { root: bytesToHex(nodeOf(hashes)), leaves: hashes.map(bytesToHex) }
}
