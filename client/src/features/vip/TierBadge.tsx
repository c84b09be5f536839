import { useId } from 'react'
import { knownTiers } from '../../parts/tier-name.ts'
import { classes } from '../../ui/classes.ts'
import styles from './tier-badge.module.css'

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

type Facet = {
  points: string
  /** How it faces the light: 1 straight at it, −1 away. */
  lit: number
}

type BadgeShape = {
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

/** The drawing of a tier's badge, from 1; 0 is for no tier yet. A tier above the highest known looks like it. */
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

const metals = [undefined, ...knownTiers.map((name) => styles[name])]

export type TierBadgeProps = {
  /** From 1; 0 for no tier yet. */
  tier: number
  /** Pixels across. */
  size: number
}

/** A half as high as wide, with its skirt below: a tile of the board, seen from above and the side. */
const Tile = ({ lift, top }: { lift: number; top: boolean }) => (
  <g transform={`translate(32 ${33 - lift})`}>
    <path className={styles.tileSide} d="M-12-1L0 5l12-6v3.400L0 8.400-12 2.400z" />
    <path className={styles.tileShade} d="M0 5l12-6v3.400L0 8.400z" />
    <path className={classes(styles.tileTop, top && styles.topmost)} d="M0-7l12 6L0 5l-12-6z" />
  </g>
)

/** A cut plate with a stack of tiles, one for each step of the ladder. It is decoration: the tier's name stands beside it. */
export const TierBadge = ({ tier, size }: TierBadgeProps) => {
  const id = useId()
  const { plate, facets, face, rays, tiles } = badgeShape(tier)
  return (
    <svg
      className={classes(styles.badge, metals[Math.min(tier, metals.length - 1)])}
      width={size}
      height={size}
      viewBox="0 0 64 66"
      aria-hidden="true"
    >
      <defs>
        <linearGradient id={id} x1="0" y1="0" x2="0.8" y2="1">
          <stop className={styles.faceLit} offset="0" />
          <stop className={styles.faceLow} offset="1" />
        </linearGradient>
      </defs>
      {rays && <polygon className={styles.rays} points={rays} />}
      <polygon className={styles.skirt} points={plate} transform="translate(1 2.5)" />
      <polygon className={styles.metal} points={plate} />
      {facets.map(({ points, lit }) => (
        <polygon
          key={points}
          className={lit > 0 ? styles.lit : styles.shaded}
          points={points}
          opacity={Math.abs(lit) * 0.55}
        />
      ))}
      <polygon fill={`url(#${id})`} points={face} />
      {tiles.map((lift, place) => (
        <Tile key={lift} lift={lift} top={place === tiles.length - 1} />
      ))}
    </svg>
  )
}
