import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusBanner } from '../../features/panels/StatusBanner.tsx'
import { useSession } from '../../machines/session/index.ts'
import { ToastRegion } from '../../ui/ToastRegion.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import styles from './MainLayout.module.css'
import { TabBar } from './TabBar.tsx'

const BreakBanner = lazy(async () => ({
  default: (await import('../../features/safer-play/BreakBanner.tsx')).BreakBanner,
}))

/** Header, page, footer, and on phones a bar of places below. */
export const MainLayout = () => {
  const { t } = useTranslation(['panels', 'connection', 'ui'])
  const userId = useSession(({ context }) => context.user?.id)
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
