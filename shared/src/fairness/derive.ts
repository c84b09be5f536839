import { minesOn, openersOn, type Rules } from '../rules/index.ts'
import { bytesToHex, hash, hexToBytes, mac, macWith, tag, u8, u16, utf8ToBytes } from './bytes.ts'
import { openStream, permutation } from './stream.ts'

/** What a started match is derived from; hex, players in seat order. */
export type Seeds = {
  serverSeed: string
  lockHash: string
  players: readonly { ref: string; seed: string }[]
}

/** `T = H(tag("mf1/seeds") ‖ lockHash ‖ u8 n ‖ (ref ‖ seed)…)`. */
export const seedsHash = ({ lockHash, players }: Omit<Seeds, 'serverSeed'>): Uint8Array =>
  hash(
    tag('mf1/seeds'),
    hexToBytes(lockHash),
    u8(players.length),
    ...players.flatMap(({ ref, seed }) => [hexToBytes(ref), hexToBytes(seed)]),
  )

/** `K = HMAC(serverSeed, tag("mf1/match") ‖ T)`: the key of all streams of the match. */
export const matchKey = (seeds: Seeds): Uint8Array =>
  mac(hexToBytes(seeds.serverSeed), tag('mf1/match'), seedsHash(seeds))

/** `K = HMAC(serverSeed, tag("mf1/daily") ‖ day)`: the key of all streams of the board of a day. */
export const dailyKey = (day: string, serverSeed: string): Uint8Array =>
  mac(hexToBytes(serverSeed), tag('mf1/daily'), utf8ToBytes(day))

/** Seats in the order of their turns: the permutation `mf1/order`. */
export const turnOrder = (key: Uint8Array, seats: number): number[] =>
  permutation(openStream(key, 'mf1/order'), seats)

/** The mined tiles of a board, ascending: the first `minesOn` of the permutation `mf1/board/<b>`. */
export const minesOf = (key: Uint8Array, board: number, rules: Rules): number[] =>
  permutation(openStream(key, `mf1/board/${board}`), rules.w * rules.h)
    .slice(0, minesOn(rules, board))
    .sort((a, b) => a - b)

/** The tiles that the house opens when a board begins: the first `openersOn` safe ones of the permutation `mf1/open/<b>`. */
export const openersOf = (
  key: Uint8Array,
  board: number,
  rules: Rules,
  isSafe: (tile: number) => boolean,
): number[] => {
  const count = openersOn(rules, board)
  if (count === 0) return []
  return permutation(openStream(key, `mf1/open/${board}`), rules.w * rules.h)
    .filter(isSafe)
    .slice(0, count)
}

/** The order in which `mf1/auto/<board>/<turn>` tries tiles for an expired clock. */
export const autoOrder = (key: Uint8Array, board: number, turn: number, { w, h }: Rules): number[] =>
  permutation(openStream(key, `mf1/auto/${board}/${turn}`), w * h)

/** A leaf's clue where it shows none: on a mine and on blind tables. */
export const noClue = 255

/** The tiles around a tile, up to eight. */
export const neighbors = (tile: number, { w, h }: Pick<Rules, 'w' | 'h'>): number[] => {
  const x = tile % w
  const y = Math.floor(tile / w)
  const around: number[] = []
  for (let ny = Math.max(0, y - 1); ny <= Math.min(h - 1, y + 1); ny += 1)
    for (let nx = Math.max(0, x - 1); nx <= Math.min(w - 1, x + 1); nx += 1)
      if (nx !== x || ny !== y) around.push(ny * w + nx)
  return around
}

/** The clue of every tile: mined neighbors, or `noClue`. */
export const cluesOf = (mines: readonly number[], rules: Rules): number[] => {
  const mined = new Set(mines)
  return Array.from({ length: rules.w * rules.h }, (_, tile) =>
    !rules.clues || mined.has(tile) ? noClue : neighbors(tile, rules).filter((n) => mined.has(n)).length,
  )
}

/** The salts of a board by tile: each the first 16 bytes of `HMAC(K, tag("mf1/leaf/<b>") ‖ u16 tile)`, hex. */
export const tileSalts = (key: Uint8Array, board: number): ((tile: number) => string) => {
  const macOf = macWith(key, tag(`mf1/leaf/${board}`))
  return (tile) => bytesToHex(macOf(u16(tile)).subarray(0, 16))
}
