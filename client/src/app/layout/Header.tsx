import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { openLogin } from '../../machines/login/index.ts'
import { useSession } from '../../machines/session/index.ts'
import shape from '../../styles/shape.module.css'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Logo } from '../../ui/Logo.tsx'
import { BalanceField } from './BalanceField.tsx'
import { Gifts } from './Gifts.tsx'
import styles from './Header.module.css'
import { HistoryLink } from './HistoryLink.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'
import { LevelLink } from './LevelLink.tsx'
import { PlaceLink } from './PlaceLink.tsx'
import { ProfileLink } from './ProfileLink.tsx'
import { places } from './places.ts'
import { SettingsLink } from './SettingsLink.tsx'
import { SupportLink } from './SupportLink.tsx'

export const Header = () => {
  const { t } = useTranslation(['panels', 'common'])
  const signedIn = useSession((session) => session.hasTag('signedIn'))
  return (
    <header className={styles.header}>
      <div className={classes(shape.wrap, styles.row)}>
        <Link className={styles.logo} to="/" aria-label={t('layout.logo', { product: t('common:product') })}>
          <Logo />
        </Link>
        <nav className={styles.nav} aria-label={t('layout.nav')}>
          {places.map((place) => (
            <PlaceLink key={place.label} className={styles.place} place={place}>
              {t(place.label)}
              {place.label === 'layout.activities' && <Gifts />}
            </PlaceLink>
          ))}
        </nav>
        <div className={styles.end}>
          <LevelLink />
          <BalanceField signedIn={signedIn} />
          <LanguageChoice />
          <SupportLink />
          <SettingsLink />
          {signedIn ? (
            <>
              <HistoryLink />
              <ProfileLink />
            </>
          ) : (
            <Button
              className={styles.login}
              variant="primary"
              data-click="log-in"
              onClick={() => openLogin()}
            >
              {t('layout.login')}
            </Button>
          )}
        </div>
      </div>
    </header>
  )
}
