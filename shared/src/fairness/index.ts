export { bytesToHex, hash, hexToBytes, tag, utf8ToBytes } from './bytes.ts'
export { dailyCommit, type Lock, lockDocument, lockHash, playerCommit, serverCommit } from './commit.ts'
export { type Boards, type Dealer, deal, dealBoards } from './deal.ts'
export {
  cluesOf,
  dailyKey,
  matchKey,
  minesOf,
  neighbors,
  noClue,
  type Seeds,
  seedsHash,
  tileSalts,
  turnOrder,
} from './derive.ts'
export { type Leaf, tileLeaf, verifyBoard, verifyTile } from './prove.ts'
export {
  chainLength,
  chainOf,
  drawKey,
  drawsMine,
  type KnownLink,
  linkBefore,
  linkFits,
  type PickedTile,
  pickHash,
} from './sealed.ts'
export { openStream } from './stream.ts'
