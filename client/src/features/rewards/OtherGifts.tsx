import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useReadyGifts } from '../../calls/center.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ReadyCount } from '../../ui/ReadyCount.tsx'
import styles from './other-gifts.module.css'

/** The way from one sheet with gifts to the other, with how many wait there. */
export const OtherGifts = ({ userId, to }: { userId: string; to: 'vip' | 'activities' }) => {
  const { t } = useTranslation('vip')
  const ready = useReadyGifts(userId)[to]
  return (
    <Link className={styles.way} to="/" search={{ modal: to }}>
      <Icon name={to === 'vip' ? 'trophy' : 'flag'} />
      <span className={styles.words}>
        <b>{t(`other.${to}.title`)}</b>
        <small>{ready > 0 ? t('other.ready', { count: ready }) : t(`other.${to}.text`)}</small>
      </span>
      <ReadyCount count={ready} />
      <Icon name="right" size={16} />
    </Link>
  )
}
