import { useId, useMemo } from 'react'
import { classes } from './classes.ts'
import styles from './IsoBoard.module.css'
import { clueClass, flat, type IsoTile, iso, place, round, trayOf } from './iso.ts'

export type StillTile = Extract<IsoTile, { kind: 'closed' | 'open' }>

type StillBoardProps = {
  columns: number
  rows: number
  /** Tile number = y · columns + x. */
  tiles: readonly StillTile[]
  className?: string | undefined
}

type Spot = { x: number; y: number }

/** A tile's square with round corners, so far inside of it, in tiles. */
const square = ({ x, y }: Spot, inset: number): string => {
  const corner = 0.17
  const straight = round(1 - 2 * (inset + corner), 3)
  const turn = (dx: number, dy: number) => `a${corner} ${corner} 0 0 1 ${dx * corner} ${dy * corner}`
  const [left, top] = [round(x + inset + corner, 3), round(y + inset, 3)]
  return `M${left} ${top}h${straight}${turn(1, 1)}v${straight}${turn(-1, 1)}h${-straight}${turn(-1, -1)}v${-straight}${turn(1, -1)}Z`
}

/** The edge of a cap, and the shade in a well, along the two sides that face the light. */
const litEdge = ({ x, y }: Spot) => `M${round(x + 0.09)} ${round(y + 0.76)}v-.52q0-.15 .15-.15h.52`
const wellShade = ({ x, y }: Spot) => `M${round(x + 0.13)} ${round(y + 0.83)}v-.64q0-.06 .06-.06h.64`

/** Half of a tile's front, to the left (-1) or the right (1) of its middle. */
const front = ({ x, y }: Spot, side: -1 | 1): string => {
  const [middle, top] = place(x, y, iso.rise)
  const width = round(side * 0.761 * iso.half)
  return `M${middle} ${top}h${width}v${iso.lift}h${-width}Z`
}

const pathsOf = (columns: number, tiles: StillBoardProps['tiles']) => {
  const spots = tiles.map(({ kind }, tile) => ({ kind, x: tile % columns, y: Math.floor(tile / columns) }))
  const closed = spots.filter(({ kind }) => kind === 'closed')
  const open = spots.filter(({ kind }) => kind === 'open')
  const caps = (odd: 0 | 1) => closed.filter(({ x, y }) => (x + y) % 2 === odd)
  const joined = (some: readonly Spot[], draw: (spot: Spot) => string) => some.map(draw).join('')
  return {
    bottoms: joined(closed, (spot) => square(spot, 0.07)),
    fronts: ([-1, 1] as const).map((side) => joined(closed, (spot) => front(spot, side))),
    caps: ([0, 1] as const).map((odd) => joined(caps(odd), (spot) => square(spot, 0.07))),
    edges: joined(closed, litEdge),
    wells: joined(open, (spot) => square(spot, 0.042)),
    shades: joined(open, wellShade),
  }
}

/**
 * A small board that stays as it is. What is alike of all its tiles is one path, as no tile hides more than the front of
 * another: element by element the boards of a few tables cost more than the rest of their page.
 */
export const StillBoard = ({ columns, rows, tiles, className }: StillBoardProps) => {
  const id = useId()
  const tray = useMemo(() => trayOf(columns, rows), [columns, rows])
  const { bottoms, fronts, caps, edges, wells, shades } = useMemo(
    () => pathsOf(columns, tiles),
    [columns, tiles],
  )
  const lowered = (down: number) => `translate(0 ${round(down)}) ${flat}`
  return (
    <svg className={classes(styles.board, className)} viewBox={tray.viewBox} aria-hidden="true">
      <defs>
        <linearGradient id={`${id}-side`} gradientUnits="userSpaceOnUse" x2="1" spreadMethod="repeat">
          <stop offset=".5" className={styles.leftFace} />
          <stop offset=".5" className={styles.rightFace} />
        </linearGradient>
        {/* From corner to corner of every other tile along a row; the same for those between, a tile aside. */}
        {caps.map((_, odd) => (
          <linearGradient
            key={odd === 0 ? 'even' : 'odd'}
            id={`${id}-cap-${odd}`}
            gradientUnits="userSpaceOnUse"
            x1={odd - 0.5}
            y1=".5"
            x2={odd + 0.5}
            y2="-.5"
            spreadMethod="repeat"
          >
            <stop offset=".07" className={styles.capLit} />
            <stop offset=".93" className={styles.capBase} />
          </linearGradient>
        ))}
      </defs>
      <path className={styles.sideLeft} d={tray.leftSide} />
      <path className={styles.sideRight} d={tray.rightSide} />
      <path className={styles.strip} d={tray.strip} />
      <path className={styles.tray} d={tray.top} />
      <g transform={lowered(iso.lift - 1.4)}>
        <path className={styles.well} d={wells} />
        <path className={styles.wellShade} d={shades} />
        {tiles.map((tile, index) => {
          if (tile.kind !== 'open' || !tile.clue) return null
          const [x, y] = [index % columns, Math.floor(index / columns)]
          return (
            <text
              key={`${x}-${y}`}
              className={classes(styles.clue, clueClass(tile.clue, styles))}
              x={x + 0.5}
              y={y + 0.72}
            >
              {tile.clue}
            </text>
          )
        })}
      </g>
      <path transform={lowered(iso.lift)} fill={`url(#${id}-side)`} d={bottoms} />
      <path className={styles.leftFace} d={fronts[0]} />
      <path className={styles.rightFace} d={fronts[1]} />
      <g transform={flat}>
        {caps.map((d, odd) => (
          <path key={odd === 0 ? 'even' : 'odd'} fill={`url(#${id}-cap-${odd})`} d={d} />
        ))}
        <path className={styles.lit} d={edges} />
      </g>
    </svg>
  )
}
