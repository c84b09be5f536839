import { Link, Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { asking } from '../../calls/asking.tsx'
import { openChat } from '../../features/chat/door.ts'
import { StatusBanner } from '../../features/panels/StatusBanner.tsx'
import { pageTitle, useKeptFocus } from '../../lib/kept-focus.ts'
import { useMarkedPage } from '../../lib/marked-page.ts'
import { termsNames } from '../../lib/terms-paths.ts'
import { useSession } from '../../machines/session/index.ts'
import shape from '../../styles/shape.module.css'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { ToastRegion } from '../../ui/ToastRegion.tsx'
import { Header, PlaceLink, places, ReadyGifts, settingsPlace, Unread } from './Header.tsx'
import styles from './MainLayout.module.css'

/** The year of the copyright. */
const copyrightYear = 2025

/** What is asked for seldom: how it works and why it is fair, what keeps play safe, the settings, the operator's documents. */
const Footer = () => {
  const { t } = useTranslation(['panels', 'common'])
  return (
    <footer className={styles.footer}>
      <div className={classes(shape.wrap, styles.row)}>
        <Logo />
        <nav className={styles.links} aria-label={t('layout.footerNav')}>
          <Link className={styles.link} to="/" hash="how">
            {t('layout.how')}
          </Link>
          <Link className={styles.link} to="/" hash="fairness">
            {t('layout.fairness')}
          </Link>
          <Link className={styles.link} to="/" search={{ modal: 'play' }}>
            {t('layout.play')}
          </Link>
          <Link className={styles.link} to="/" search={{ modal: 'settings' }}>
            {t('layout.settings')}
          </Link>
          <button type="button" className={styles.link} data-click="open-chat" onClick={openChat}>
            <span>
              {t('layout.support')} <Unread />
            </span>
          </button>
          {termsNames.map((name) => (
            <Link key={name} className={styles.link} to={`/${name}`}>
              {t(`common:title.${name}`)}
            </Link>
          ))}
        </nav>
        <span className={styles.year}>{t('layout.footer', { year: copyrightYear })}</span>
      </div>
    </footer>
  )
}

/** The places again, at the thumb. */
const TabBar = () => {
  const { t } = useTranslation('panels')
  return (
    <nav className={styles.bar} aria-label={t('layout.nav')}>
      {[...places, settingsPlace].map((place) => (
        <PlaceLink key={place.label} className={styles.tab} place={place}>
          <Icon name={place.icon} size={22} />
          <span className={styles.label}>{t(place.label)}</span>
          {place.label === 'layout.activities' && <ReadyGifts of="activities" className={styles.count} />}
          {place === settingsPlace && <Unread className={styles.count} />}
        </PlaceLink>
      ))}
    </nav>
  )
}

const BreakBanner = lazy(
  asking(async () => (await import('../../features/safer-play/BreakBanner.tsx')).BreakBanner),
)

/** Header, page, footer, and on phones a bar of places below. */
export const MainLayout = () => {
  const { t } = useTranslation(['panels', 'connection', 'ui'])
  const userId = useSession(({ context }) => context.user?.id)
  const isSignedIn = useSession((session) => session.hasTag('signedIn'))
  useMarkedPage('barred')
  // The button that led to a login, or the profile that one signs out in, goes with it.
  useKeptFocus(pageTitle, isSignedIn)
  return (
    <div className={styles.layout}>
      <a className={styles.skip} href="#content">
        {t('layout.skip')}
      </a>
      <Header />
      {userId !== undefined && (
        <Suspense fallback={null}>
          <BreakBanner userId={userId} />
        </Suspense>
      )}
      <StatusBanner />
      <main id="content" className={styles.main} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <TabBar />
      <ToastRegion />
    </div>
  )
}
