import { classes } from '../../ui/classes.ts'
import styles from './gift-art.module.css'

export type GiftArtProps = {
  /** As a gift stands with the player. */
  status: 'locked' | 'ready' | 'received'
  /** A lasting gift is a larger box. */
  size?: 1 | 2 | 3 | undefined
}

/** How much of the drawing each size takes. */
const scales = { 1: 0.78, 2: 0.9, 3: 1 } as const

/** A box with its ribbon: closed and dull, closed and bright, or opened. It says nothing to screen readers. */
export const GiftArt = ({ status, size = 2 }: GiftArtProps) => {
  const scale = scales[size]
  return (
    <svg className={classes(styles.art, styles[status])} viewBox="0 0 48 48" aria-hidden="true">
      <g transform={`translate(24 44) scale(${scale}) translate(-24 -44)`}>
        <path className={styles.skirt} d="M8 22h34v20a3 3 0 0 1-3 3H11a3 3 0 0 1-3-3z" />
        <path className={styles.box} d="M6 20h34v20a3 3 0 0 1-3 3H9a3 3 0 0 1-3-3z" />
        <path className={styles.side} d="M30 20h10v20a3 3 0 0 1-3 3h-7z" />
        <path className={styles.ribbon} d="M19 20h8v23h-8z" />
        {status === 'received' && <path className={styles.inside} d="M6 20h34v4q-17 5-34 0z" />}
        <g className={styles.lid}>
          <path className={styles.bow} d="M23 13c-9 1-12-3-10-6s9-1 10 6c1-7 8-9 10-6s-1 7-10 6z" />
          <path className={styles.skirt} d="M5.500 14h37a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2h-37z" />
          <path
            className={styles.top}
            d="M4.500 13h37a1.500 1.500 0 0 1 1.500 1.500v5a1.500 1.500 0 0 1-1.500 1.500h-37A1.500 1.500 0 0 1 3 19.500v-5A1.500 1.500 0 0 1 4.500 13z"
          />
          <path className={styles.ribbon} d="M18 13h10v8H18z" />
        </g>
      </g>
    </svg>
  )
}
