import { seededHex, seededRandom } from '@minefall/shared/testing'

/** Everything that is left to chance, from one seed. For tests alone. */
export type Chances = {
  /** In [0, 1). */
  random: () => number
  /** True with this probability. */
  happens(probability: number): boolean
  /** A number from `least` up to but without `most`. */
  between(least: number, most: number): number
  pick<T>(choices: readonly [T, ...T[]]): T
  /** This many bytes, as hex. */
  hex(bytes: number): string
  bytes(count: number): Uint8Array
  /** A separate stream, so that drawing from one changes nothing for the others. */
  fork(): Chances
}

export const chancesFrom = (seed: number): Chances => {
  const random = seededRandom(seed)
  return {
    random,
    happens: (probability) => random() < probability,
    between: (least, most) => least + random() * (most - least),
    pick: (choices) => choices[Math.floor(random() * choices.length)] ?? choices[0],
    hex: (bytes) => seededHex(random, bytes),
    bytes: (count) => Uint8Array.from({ length: count }, () => Math.floor(random() * 256)),
    fork: () => chancesFrom(Math.floor(random() * 2 ** 32)),
  }
}
