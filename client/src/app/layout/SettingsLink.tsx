import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/Icon.tsx'
import styles from './IconLink.module.css'
import { settingsPlace } from './places.ts'

/** The way to the settings, where the header has room; on phones it is in the bar. */
export const SettingsLink = () => {
  const { t } = useTranslation('panels')
  const name = t(settingsPlace.label)
  return (
    <Link
      className={styles.link}
      to={settingsPlace.to}
      search={settingsPlace.search}
      aria-label={name}
      title={name}
    >
      <Icon name={settingsPlace.icon} size={22} />
    </Link>
  )
}
