import { memo, type ReactNode, useId, useMemo } from 'react'
import { classes } from './classes.ts'
import styles from './IsoBoard.module.css'
import { clueClass, flat, type IsoTile, iso, place, trayOf } from './iso.ts'

export type IsoBoardProps = {
  columns: number
  rows: number
  /** Tile number = y · columns + x. */
  tiles: readonly IsoTile[]
  className?: string | undefined
}

const capEdge = 'M.09.76V.24Q.09.09.240.09H.76'
/** A tile as it is drawn wherever it stands, with its shades: they belong to it, so that it takes them along. */
const Tile = ({ id, raised = false }: { id: string; raised?: boolean }) => {
  const [cap, side] = [`${id}-cap`, `${id}-side`]
  return (
    <g id={id} className={raised ? styles.raised : undefined}>
      <linearGradient id={side}>
        <stop offset=".5" className={styles.leftFace} />
        <stop offset=".5" className={styles.rightFace} />
      </linearGradient>
      <linearGradient id={cap} y1="1" x2="1" y2="0">
        <stop offset="0" className={styles.capLit} />
        <stop offset="1" className={styles.capBase} />
      </linearGradient>
      <g transform={`translate(0 ${iso.lift}) ${flat}`}>
        <rect x=".07" y=".07" width=".86" height=".86" rx=".17" fill={`url(#${side})`} />
      </g>
      <rect
        x={-0.761 * iso.half}
        y={iso.rise}
        width={1.522 * iso.half}
        height={iso.lift}
        fill={`url(#${side})`}
      />
      <g transform={flat}>
        <rect x=".07" y=".07" width=".86" height=".86" rx=".17" fill={`url(#${cap})`} />
        <path className={styles.lit} d={capEdge} />
      </g>
    </g>
  )
}

/** A filter as an element, since WebKit knows none of the style sheet's functions within an SVG. */
const Filter = ({ id, children }: { id: string; children: ReactNode }) => (
  <filter id={id} x="-1" y="-1" width="3" height="3">
    {children}
  </filter>
)

const Mine = ({ id }: { id: string }) => (
  <g transform={`translate(0 ${iso.rise + 8}) scale(1.3)`}>
    <ellipse className={styles.shock} cy="6" rx="17" ry="9" />
    <ellipse className={styles.glow} filter={`url(#${id}-heat)`} cy="9" rx="17" ry="9" />
    <circle className={styles.ball} r="10.5" />
    <path className={styles.stub} d="M-10.5 0h-4M10.5 0h4M0-10.5v-4M-7.5-7.5l-2.8-2.8M7.5-7.5l2.8-2.8" />
    <circle className={styles.shine} cx="-3.6" cy="-4" r="2.8" />
  </g>
)

/** Puts there what is drawn at zero. */
const at = (x: number, y: number, down?: number) => `translate(${place(x, y, down).join(' ')})`

type PlacedProps = { x: number; y: number; kind: IsoTile['kind']; clue: number | null; id: string }

const Well = memo(({ x, y, kind, clue, id }: PlacedProps) => (
  <g transform={at(x, y, iso.lift - 1.4)} className={kind === 'mine' ? styles.hot : undefined}>
    <use href={`#${id}-well`} />
    {kind === 'open' && clue !== null && clue > 0 && (
      <text
        className={classes(styles.clue, clueClass(clue, styles))}
        transform={`${flat} translate(.5 .5)`}
        y=".22"
      >
        {clue}
      </text>
    )}
  </g>
))

const Piece = memo(({ x, y, kind, id }: PlacedProps) => (
  <g transform={at(x, y)}>
    {kind === 'mine' && <Mine id={id} />}
    <g
      className={classes(
        styles.piece,
        kind === 'lifted' && styles.up,
        (kind === 'open' || kind === 'mine') && styles.gone,
      )}
    >
      <use href={`#${id}-${kind === 'lifted' ? 'raised' : 'closed'}`} />
    </g>
  </g>
))

/** Back to front, so that nearer pieces hide what is behind them. */
const depthOrder = (columns: number, rows: number) =>
  Array.from({ length: columns * rows }, (_, tile) => ({
    tile,
    x: tile % columns,
    y: Math.floor(tile / columns),
  })).sort((one, other) => one.x + one.y - (other.x + other.y) || one.tile - other.tile)

/** A board seen from above one corner, in the theme's colors. Decoration: say beside it what it shows. */
export const IsoBoard = ({ columns, rows, tiles, className }: IsoBoardProps) => {
  const id = useId()
  const tray = useMemo(() => trayOf(columns, rows), [columns, rows])
  const order = useMemo(() => depthOrder(columns, rows), [columns, rows])
  const placed = order.map(({ tile, x, y }) => {
    const here = tiles[tile]
    return {
      key: tile,
      x,
      y,
      id,
      kind: here?.kind ?? 'closed',
      clue: here?.kind === 'open' ? here.clue : null,
    } as const
  })
  return (
    <svg className={classes(styles.board, styles.live, className)} viewBox={tray.viewBox} aria-hidden="true">
      <defs>
        <Tile id={`${id}-closed`} />
        <Filter id={`${id}-heat`}>
          <feGaussianBlur stdDeviation="6" />
        </Filter>
        <Filter id={`${id}-soft`}>
          <feGaussianBlur stdDeviation="18" />
        </Filter>
        <Filter id={`${id}-glow`}>
          <feDropShadow className={styles.near} dx="0" dy="0" stdDeviation="8" />
          <feDropShadow className={styles.far} dx="0" dy="6" stdDeviation="22" />
        </Filter>
        <Tile raised id={`${id}-raised`} />
        <g id={`${id}-well`} transform={flat}>
          <rect className={styles.well} x=".042" y=".042" width=".916" height=".916" rx=".17" />
          <path className={styles.wellShade} d="M.13.83V.19Q.13.13.19.13H.83" />
        </g>
      </defs>
      <g className={styles.under}>
        <path className={styles.shadow} filter={`url(#${id}-soft)`} d={tray.shadow} />
        <path className={styles.sideLeft} d={tray.leftSide} />
        <path className={styles.sideRight} d={tray.rightSide} />
        <path className={styles.strip} filter={`url(#${id}-glow)`} d={tray.strip} />
        <path className={styles.tray} d={tray.top} />
      </g>
      {placed.map(({ key, ...rest }) => (
        <Well key={key} {...rest} />
      ))}
      {placed.map(({ key, ...rest }) => (
        <Piece key={key} {...rest} />
      ))}
    </svg>
  )
}
