import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../lib/format.ts'
import shape from '../../styles/shape.module.css'
import { buttonClass } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './banner.module.css'
import type { ReceivedPlay } from './play-calls.ts'
import { usePlay } from './use-play.ts'

const useText = (play: ReceivedPlay): string => {
  const { t, i18n } = useTranslation('play')
  if (!play.break) return t('banner.barred')
  const { kind, endsAt } = play.break
  return endsAt === null
    ? t('banner.good')
    : t(`banner.${kind}`, { when: formatDateTime(endsAt, i18n.language) })
}

const Banner = ({ play }: { play: ReceivedPlay }) => {
  const { t } = useTranslation('play')
  return (
    <div className={styles.banner} role="status">
      <div className={classes(shape.wrap, styles.row)}>
        <Icon name="pause" />
        <p>{useText(play)}</p>
        <Link className={buttonClass({ variant: 'text' })} to="/" search={{ modal: 'play' }}>
          {t('banner.more')}
        </Link>
        <Link className={buttonClass({ variant: 'text' })} to="/" search={{ modal: 'withdraw' }}>
          {t('banner.withdraw')}
        </Link>
      </div>
    </div>
  )
}

/** Below the header, for players on a break: until when, and that the coins can leave. Nothing for everyone else. */
export const BreakBanner = ({ userId }: { userId: string }) => {
  const { data: play } = usePlay(userId)
  if (!play?.break && !play?.barred) return null
  return (
    <Suspense fallback={null}>
      <Banner play={play} />
    </Suspense>
  )
}
