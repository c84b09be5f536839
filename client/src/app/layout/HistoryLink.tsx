import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/Icon.tsx'
import styles from './IconLink.module.css'

/** The way to one's matches, where the header has room; on phones it is in the profile. */
export const HistoryLink = () => {
  const { t } = useTranslation('panels')
  const name = t('layout.history')
  return (
    <Link className={styles.link} to="/" search={{ modal: 'history' }} aria-label={name} title={name}>
      <Icon name="clock" size={22} />
    </Link>
  )
}
