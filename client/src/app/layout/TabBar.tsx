import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { trialGameId } from '../../features/lobby/trial.ts'
import { Icon } from '../../ui/Icon.tsx'
import { GiftsTab } from './GiftsTab.tsx'
import { places } from './places.ts'
import styles from './TabBar.module.css'

/** The places again, at the thumb. */
export const TabBar = () => {
  const { t } = useTranslation('panels')
  const [home, games, ...others] = places
  return (
    <nav className={styles.bar} aria-label={t('layout.nav')}>
      {[home, games].map(({ to, label, icon }) => (
        <Link key={to} className={styles.tab} to={to} activeOptions={{ exact: true }}>
          <Icon name={icon} size={22} />
          {t(label)}
        </Link>
      ))}
      <Link className={styles.tab} to="/game/$gameId" params={{ gameId: trialGameId }}>
        <Icon name="play" size={22} />
        {t('layout.trial')}
      </Link>
      <GiftsTab />
      {others.map(({ to, label, icon }) => (
        <Link key={to} className={styles.tab} to={to} activeOptions={{ exact: true }}>
          <Icon name={icon} size={22} />
          {t(label)}
        </Link>
      ))}
    </nav>
  )
}
