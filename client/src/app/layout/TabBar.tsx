import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/Icon.tsx'
import { Gifts } from './Gifts.tsx'
import { PlaceLink } from './PlaceLink.tsx'
import { places, settingsPlace } from './places.ts'
import styles from './TabBar.module.css'
import { Unread } from './Unread.tsx'

/** The places again, at the thumb. */
export const TabBar = () => {
  const { t } = useTranslation('panels')
  return (
    <nav className={styles.bar} aria-label={t('layout.nav')}>
      {[...places, settingsPlace].map((place) => (
        <PlaceLink key={place.label} className={styles.tab} place={place}>
          <Icon name={place.icon} size={22} />
          <span className={styles.label}>{t(place.label)}</span>
          {place.label === 'layout.activities' && <Gifts className={styles.count} />}
          {place === settingsPlace && <Unread className={styles.count} />}
        </PlaceLink>
      ))}
    </nav>
  )
}
