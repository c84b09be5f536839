import { useId } from 'react'
import { knownTiers } from '../../parts/tier-name.ts'
import { classes } from '../../ui/classes.ts'
import { badgeShape } from './badge-shape.ts'
import styles from './tier-badge.module.css'

const metals = [undefined, ...knownTiers.map((name) => styles[name])]

export type TierBadgeProps = {
  /** From 1; 0 for who has none yet. */
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
