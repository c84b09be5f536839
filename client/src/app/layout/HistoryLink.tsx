import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/Icon.tsx'
import styles from './HistoryLink.module.css'

/** The way to one's matches, where the header has room; on phones it is in the profile. */
export const HistoryLink = () => {
  const { t } = useTranslation('panels')
  return (
    <Link
      className={styles.history}
      to="/"
      search={{ modal: 'history' }}
      aria-label={t('layout.history')}
      title={t('layout.history')}
    >
      <Icon name="clock" size={22} />
    </Link>
  )
}
