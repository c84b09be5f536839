import styles from './Coin.module.css'
import { classes } from './classes.ts'

/** A purse; `held` coins are in a running match. */
export type Purse = 'coin' | 'promo' | 'trial' | 'held'

/** A purse differs by shape, not by color alone: disc, hexagon, ring, lock. */
const shapes = {
  coin: (
    <>
      <circle className={styles.edge} cx="10.6" cy="11" r="9" />
      <circle className={styles.face} cx="9.6" cy="9.8" r="8.8" />
      <path className={styles.edge} d="M9.6 5.4l4.4 4.4-4.4 4.4-4.4-4.4z" />
      <path className={styles.shine} d="M9.6 5.4v8.8l-4.4-4.4z" />
    </>
  ),
  promo: (
    <>
      <path className={styles.edge} d="M10.6 1.8l8.2 4.7v9.2l-8.2 4.6-8.2-4.6V6.5z" />
      <path className={styles.face} d="M9.6.7l8.2 4.6v9.2l-8.2 4.6-8.2-4.6V5.3z" />
      <path className={styles.edge} d="M8.3 5.2h2.6v3.3h3.3v2.6h-3.3v3.3H8.3v-3.3H5V8.5h3.3z" />
    </>
  ),
  trial: (
    <>
      <path
        className={styles.edge}
        d="M10.6 2a9 9 0 1 1 0 18 9 9 0 0 1 0-18zm0 4.7a4.3 4.3 0 1 0 0 8.6 4.3 4.3 0 0 0 0-8.6z"
      />
      <path
        className={styles.face}
        d="M9.6 1a8.8 8.8 0 1 1 0 17.6A8.8 8.8 0 0 1 9.6 1zm0 4.6a4.2 4.2 0 1 0 0 8.4 4.2 4.2 0 0 0 0-8.4z"
      />
      <path className={styles.shine} d="M9.6 1v4.6a4.2 4.2 0 0 0-4.2 4.2H.8A8.8 8.8 0 0 1 9.6 1z" />
    </>
  ),
  held: (
    <>
      <path className={styles.bow} d="M5.8 9.5V6.7a4.3 4.3 0 0 1 8.6 0v2.8" />
      <path
        className={styles.edge}
        d="M5 9.6h11a2 2 0 0 1 2 2V18a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-6.4a2 2 0 0 1 2-2z"
      />
      <path
        className={styles.face}
        d="M4.2 8.6h11.8a1.6 1.6 0 0 1 1.6 1.6v7a1.6 1.6 0 0 1-1.6 1.6H4.2a1.6 1.6 0 0 1-1.6-1.6v-7a1.6 1.6 0 0 1 1.6-1.6z"
      />
      <path className={styles.edge} d="M10.1 11.4a1.7 1.7 0 0 1 .9 3.1v2H9.2v-2a1.7 1.7 0 0 1 .9-3.1z" />
    </>
  ),
} as const

export type CoinProps = { purse: Purse; className?: string | undefined }

/** The sign of a purse, as high as the text beside it and silent: the amount beside it says whose it is. */
export const Coin = ({ purse, className }: CoinProps) => (
  <svg className={classes(styles.coin, className)} viewBox="0 0 21 21" aria-hidden="true">
    {shapes[purse]}
  </svg>
)
