/** A point of the page, in CSS pixels. */
export type Point = { x: number; y: number }

export type CoinPath = {
  /** Where the burst throws it, from where it began. */
  out: Point
  /** Milliseconds after the first. */
  delay: number
  /** How far it turns, in degrees. */
  turn: number
}

/** How many coins fly. */
const coins = 14
/** The furthest that the burst throws one, in pixels. */
const reach = 84
/** As seeds sit in a sunflower: the same every time, and never in rows. */
const golden = Math.PI * (3 - Math.sqrt(5))

/** The ways of a handful of coins, thrown all around and a little upwards before they gather. */
export const coinPaths: readonly CoinPath[] = Array.from({ length: coins }, (_, place) => {
  const angle = place * golden
  const far = reach * Math.sqrt((place + 1) / coins)
  return {
    out: { x: Math.round(Math.cos(angle) * far), y: Math.round(Math.sin(angle) * far * 0.7) - 18 },
    delay: place * 16,
    turn: place % 2 === 0 ? 200 : -160,
  }
})

/** The middle of a place on the page. */
export const middleOf = ({ left, top, width, height }: DOMRect): Point => ({
  x: left + width / 2,
  y: top + height / 2,
})
