import type { Badge } from '@minefall/shared/contracts/live'
import { useTranslation } from 'react-i18next'
import shape from '../styles/shape.module.css'
import styles from './ConnectionBadge.module.css'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'

/** How many of four bars a round trip in milliseconds is worth; all of them before the first measurement. */
export const bars = (roundTripMs: number | null): 1 | 2 | 3 | 4 => {
  if (roundTripMs === null || roundTripMs < 90) return 4
  if (roundTripMs < 200) return 3
  return roundTripMs < 400 ? 2 : 1
}

export type ConnectionBadgeProps = {
  state: Badge
  /** The smallest recent round trip in milliseconds; null before the first answer. */
  roundTripMs: number | null
}

/** How the connection is doing: bars, a word and the round trip, so that color alone never tells it. */
export const ConnectionBadge = ({ state, roundTripMs }: ConnectionBadgeProps) => {
  const { t } = useTranslation('connection')
  const lit = state === 'connected' ? bars(roundTripMs) : 1
  const known = state === 'connected' && roundTripMs !== null
  return (
    <span className={classes(styles.badge, styles[state])} role="status">
      {state === 'disconnected' ? (
        <Icon name="offline" size={16} />
      ) : (
        <span className={styles.bars} aria-hidden="true">
          {[1, 2, 3, 4].map((bar) => (
            <i key={bar} className={bar > lit ? styles.off : undefined} />
          ))}
        </span>
      )}
      <span className={known ? shape.aside : undefined}>{t(`badge.${state}`)}</span>
      {/* The figure changes every few seconds: it is there to be looked at, not to be read out. */}
      {known && <span aria-hidden="true">{t('latency', { ms: Math.round(roundTripMs) })}</span>}
    </span>
  )
}
