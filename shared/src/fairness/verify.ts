import type { Rules } from '../rules/index.ts'
import { type Leaf, merkleRoot, tileLeaf } from './prove.ts'

/** Whether an opened tile is the one its board committed to. */
export const verifyTile = (leaves: readonly string[], leaf: Leaf): boolean =>
  leaves[leaf.tile] === tileLeaf(leaf)

/** Whether a board's leaves are as many as its tiles and have the root that was published. */
export const verifyBoard = (
  rules: Rules,
  { root, leaves }: { root: string; leaves: readonly string[] },
): boolean => leaves.length === rules.w * rules.h && merkleRoot(leaves) === root
