/** A point of the drawing, on a grid of 64. */
type Point = readonly [x: number, y: number]

const middle = 32
/** Towards the one light of everything, at the top left. */
const light: Point = [-0.6, -0.8]

/** Corners of each tier's plate: the higher, the rounder the cut. */
const corners = [6, 4, 5, 6, 8, 8] as const

const round = (value: number) => Math.round(value * 100) / 100
const text = (points: readonly Point[]) => points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ')

const polygon = (sides: number, radius: number): Point[] =>
  Array.from({ length: sides }, (_, place) => {
    // Stands on a corner where the count is odd, and on an edge or a corner as the tier's cut wants it.
    const angle = -Math.PI / 2 + (place * 2 * Math.PI) / sides
    return [middle + radius * Math.cos(angle), middle + radius * Math.sin(angle)]
  })

export type Facet = {
  points: string
  /** How it faces the light: 1 straight at it, −1 away. */
  lit: number
}

export type BadgeShape = {
  plate: string
  /** The cut edge, all around. */
  facets: readonly Facet[]
  face: string
  /** Rays behind the plate; none but for the highest tier. */
  rays: string | null
  /** Tiles of the stack on the face, the lowest first: how far each stands above the middle. */
  tiles: readonly number[]
}

const starOf = (points: number): Point[] =>
  Array.from({ length: points * 2 }, (_, place) => {
    const radius = place % 2 === 0 ? 33 : 19
    // Between the corners of the plate.
    const angle = -Math.PI / 2 + ((place + 1) * Math.PI) / points
    return [middle + radius * Math.cos(angle), middle + radius * Math.sin(angle)]
  })

/** How far apart the tiles of a stack are. */
const step = 5.4

/** The drawing of a tier's badge, from 1; 0 is that of who has none yet. A tier above the highest known looks like it. */
export const badgeShape = (tier: number): BadgeShape => {
  const known = Math.min(Math.max(tier, 0), corners.length - 1)
  const sides = corners[known] ?? 6
  const isHighest = known === corners.length - 1
  const radius = isHighest ? 24.5 : 29
  const outer = polygon(sides, radius)
  const inner = polygon(sides, radius * 0.76)
  const facets = outer.map((from, place): Facet => {
    const next = (place + 1) % sides
    const to = outer[next] ?? from
    const x = (from[0] + to[0]) / 2 - middle
    const y = (from[1] + to[1]) / 2 - middle
    const far = Math.hypot(x, y)
    return {
      points: text([from, to, inner[next] ?? from, inner[place] ?? from]),
      lit: round((x * light[0] + y * light[1]) / far),
    }
  })
  return {
    plate: text(outer),
    facets,
    face: text(inner),
    rays: isHighest ? text(starOf(sides)) : null,
    tiles: Array.from({ length: known }, (_, place) => round((place - (known - 1) / 2) * step)),
  }
}
