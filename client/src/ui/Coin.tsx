import styles from './Coin.module.css'
import { classes } from './classes.ts'

/** A purse; `held` coins are in a running match. */
export type Purse = 'coin' | 'promo' | 'trial' | 'held'

/** A purse differs by shape, not by colour alone: disc, hexagon, ring, lock. */
const shapes = {
  coin: (
    <>
      <circle className={styles.edge} cx="10.600" cy="11" r="9" />
      <circle className={styles.face} cx="9.600" cy="9.800" r="8.800" />
      <path className={styles.edge} d="M9.600 5.400l4.400 4.400-4.400 4.400-4.400-4.400z" />
      <path className={styles.shine} d="M9.600 5.400v8.800l-4.400-4.400z" />
    </>
  ),
  promo: (
    <>
      <path className={styles.edge} d="M10.600 1.800l8.200 4.700v9.200l-8.200 4.600-8.200-4.600V6.500z" />
      <path className={styles.face} d="M9.600.7l8.200 4.600v9.200l-8.200 4.600-8.200-4.600V5.300z" />
      <path
        className={styles.edge}
        d="M8.300 5.200h2.600v3.300h3.300v2.600h-3.300v3.300H8.300v-3.300H5V8.500h3.300z"
      />
    </>
  ),
  trial: (
    <>
      <path
        className={styles.edge}
        d="M10.600 2a9 9 0 1 1 0 18 9 9 0 0 1 0-18zm0 4.700a4.300 4.300 0 1 0 0 8.600 4.300 4.300 0 0 0 0-8.600z"
      />
      <path
        className={styles.face}
        d="M9.600 1a8.800 8.800 0 1 1 0 17.600A8.800 8.800 0 0 1 9.600 1zm0 4.600a4.200 4.200 0 1 0 0 8.400 4.200 4.200 0 0 0 0-8.400z"
      />
      <path
        className={styles.shine}
        d="M9.600 1v4.600a4.200 4.200 0 0 0-4.200 4.200H.8A8.800 8.800 0 0 1 9.600 1z"
      />
    </>
  ),
  held: (
    <>
      <path className={styles.bow} d="M5.800 9.500V6.700a4.300 4.300 0 0 1 8.600 0v2.800" />
      <path
        className={styles.edge}
        d="M5 9.600h11a2 2 0 0 1 2 2V18a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-6.400a2 2 0 0 1 2-2z"
      />
      <path
        className={styles.face}
        d="M4.200 8.600h11.800a1.600 1.600 0 0 1 1.600 1.600v7a1.600 1.600 0 0 1-1.600 1.600H4.200a1.600 1.600 0 0 1-1.600-1.600v-7a1.600 1.600 0 0 1 1.600-1.600z"
      />
      <path
        className={styles.edge}
        d="M10.100 11.400a1.700 1.700 0 0 1 .9 3.100v2H9.200v-2a1.700 1.700 0 0 1 .9-3.100z"
      />
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
