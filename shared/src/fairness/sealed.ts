import { bytesToHex, hash, hexToBytes, mac, tag, u8, u16 } from './bytes.ts'
import { openStream, uniform } from './stream.ts'

/** N: how many links a chain has behind its end, one for each turn that a match can have. */
export const chainLength = ({ w, h }: { w: number; h: number }, seats: number): number => w * h + seats

/** The link `steps` before this one: each is `H(tag("mf1/link") ‖ the one after)`. Hex in and out. */
export const linkBefore = (link: string, steps: number): string => {
  let bytes: Uint8Array = hexToBytes(link)
  for (let step = 0; step < steps; step += 1) bytes = hash(tag('mf1/link'), bytes)
  return bytesToHex(bytes)
}

/**
 * The chain that begins with `last`, which is `x_N`, 32 random bytes: its end `x_0` and, by turn, its links, turn t having
 * `x_{t+1}`. Hex in and out.
 */
export const chainOf = (last: string, length: number): { end: string; links: readonly string[] } => {
  const links = [last]
  for (let one = last; links.length < length; ) {
    one = linkBefore(one, 1)
    links.push(one)
  }
  links.reverse()
  return { end: linkBefore(links[0] ?? last, 1), links }
}

/** A link that is known already, with its turn; the end of a chain is that of turn −1. */
export type KnownLink = { turn: number; link: string }

/** Whether this is the link of `turn` in the chain that `known` is part of; false for a turn that is not after `known`. */
export const linkFits = (link: string, turn: number, known: KnownLink): boolean =>
  turn > known.turn && linkBefore(link, turn - known.turn) === known.link

export type PickedTile = { turn: number; seat: number; tile: number; by: 'hand' | 'clock' }

/** `H(tag("mf1/pick") ‖ lockHash ‖ u16 t ‖ u8 seat ‖ u16 tile ‖ u8 by)`; `by` is 0 for a hand, 1 for the clock. Hex. */
export const pickHash = (lockHash: string, { turn, seat, tile, by }: PickedTile): string =>
  bytesToHex(
    hash(tag('mf1/pick'), hexToBytes(lockHash), u16(turn), u8(seat), u16(tile), u8(by === 'hand' ? 0 : 1)),
  )

/**
 * `D = HMAC(house link, tag("mf1/sealed") ‖ u16 t ‖ pickHash ‖ u8 n ‖ (u8 seat ‖ link)…)` over the links that came,
 * ascending by seat, in whatever order they are given. `houseLink` and `links` are hex.
 */
export const drawKey = (
  houseLink: string,
  lockHash: string,
  { links, ...pick }: PickedTile & { links: readonly { seat: number; link: string }[] },
): Uint8Array =>
  mac(
    hexToBytes(houseLink),
    tag('mf1/sealed'),
    u16(pick.turn),
    hexToBytes(pickHash(lockHash, pick)),
    u8(links.length),
    ...links.toSorted((a, b) => a.seat - b.seat).flatMap(({ seat, link }) => [u8(seat), hexToBytes(link)]),
  )

/** Whether the picked tile is a mine: `uniform(closed) < mines` in the stream `mf1/draw` of D, the tile itself still closed. */
export const drawsMine = (key: Uint8Array, { closed, mines }: { closed: number; mines: number }): boolean =>
  uniform(openStream(key, 'mf1/draw'), closed) < mines
