import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { openLogin } from '../../machines/login/index.ts'
import { useSession } from '../../machines/session/index.ts'
import shape from '../../styles/shape.module.css'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { classes } from '../../ui/classes.ts'
import { Logo } from '../../ui/Logo.tsx'
import { BalanceField } from './BalanceField.tsx'
import styles from './Header.module.css'
import { HistoryLink } from './HistoryLink.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'
import { ProfileLink } from './ProfileLink.tsx'
import { places } from './places.ts'

/** A guest has no level yet. */
const guestLevel = 0

export const Header = () => {
  const { t } = useTranslation(['panels', 'common'])
  const signedIn = useSession((session) => session.hasTag('signedIn'))
  const level = useSession(({ context }) => context.user?.level ?? guestLevel)
  return (
    <header className={styles.header}>
      <div className={classes(shape.wrap, styles.row)}>
        <Link className={styles.logo} to="/" aria-label={t('layout.logo', { product: t('common:product') })}>
          <Logo />
        </Link>
        <nav className={styles.nav} aria-label={t('layout.nav')}>
          {places.map(({ to, label }) => (
            <Link key={to} className={styles.place} to={to} activeOptions={{ exact: true }}>
              {t(label)}
            </Link>
          ))}
        </nav>
        <div className={styles.end}>
          <Chip className={styles.level}>{t('layout.level', { level })}</Chip>
          <BalanceField signedIn={signedIn} />
          <LanguageChoice />
          {signedIn ? (
            <>
              <HistoryLink />
              <ProfileLink />
            </>
          ) : (
            <Button className={styles.login} variant="primary" onClick={() => openLogin()}>
              {t('layout.login')}
            </Button>
          )}
        </div>
      </div>
    </header>
  )
}
