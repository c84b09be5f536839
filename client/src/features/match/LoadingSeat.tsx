import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TileFace } from '../../board/grid/TileFace.tsx'
import { useIsLive } from '../../lib/built-view.ts'
import { Icon } from '../../ui/Icon.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import styles from './loading.module.css'

/** Loading tips: translations `tip.<name>`. */
const tips = [
  'corners',
  'prizes',
  'zero',
  'openers',
  'clock',
  'withdrawals',
  'rising',
  'proof',
  'trial',
  'keys',
] as const

/** How long a tip can be read before the next, in milliseconds. */
const tipMs = 4000

/** The tip of a moment, in milliseconds since 1970. */
export const tipAt = (now: number) => tips[Math.floor(now / tipMs) % tips.length] ?? 'corners'

/** Nine tiles that dip one diagonal after the other. */
const waves = [
  { id: 'a1', delay: 0 },
  { id: 'b1', delay: 1 },
  { id: 'c1', delay: 2 },
  { id: 'a2', delay: 1 },
  { id: 'b2', delay: 2 },
  { id: 'c2', delay: 3 },
  { id: 'a3', delay: 2 },
  { id: 'b3', delay: 3 },
  { id: 'c3', delay: 4 },
] as const

type LoadingSeatProps = {
  title: string
  /** 0 to 1. */
  progress: number
}

/** While a seat is found: what is going on, how far it is, and something worth knowing. */
export const LoadingSeat = ({ title, progress }: LoadingSeatProps) => {
  const { t } = useTranslation('match')
  const isLive = useIsLive()
  const [tip, setTip] = useState(() => tipAt(Date.now()))
  useEffect(() => {
    const timer = setInterval(() => setTip(tipAt(Date.now())), tipMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className={styles.loading}>
      <div className={styles.tiles} aria-hidden="true">
        {waves.map(({ id, delay }) => (
          <span key={id} data-wave={delay}>
            <TileFace tile={{ kind: 'closed' }} />
          </span>
        ))}
      </div>
      <div role="status">
        <PageTitle>{title}</PageTitle>
      </div>
      <ProgressBar value={progress} label={title} />
      <p className={styles.tip}>
        <Icon name="bulb" />
        <span>{isLive && t(`tip.${tip}`)}</span>
      </p>
    </div>
  )
}
