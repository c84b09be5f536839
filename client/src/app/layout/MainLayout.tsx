import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { StatusBanner } from '../../features/panels/StatusBanner.tsx'
import { BreakBanner } from '../../features/safer-play/BreakBanner.tsx'
import { ToastRegion } from '../../ui/ToastRegion.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import styles from './MainLayout.module.css'
import { TabBar } from './TabBar.tsx'

/** Header, page, footer, and on phones a bar of places below. */
export const MainLayout = () => {
  const { t } = useTranslation(['panels', 'connection', 'ui'])
  return (
    <div className={styles.layout}>
      <a className={styles.skip} href="#content">
        {t('layout.skip')}
      </a>
      <Header />
      <BreakBanner />
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
