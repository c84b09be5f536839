import { useMatches } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { PageTitle } from '../../src/ui/PageTitle.tsx'
import { useHeard, useLive } from '../live.ts'
import { pages } from '../pages.tsx'
import { reread } from '../queries.ts'
import { TopSlotPlace } from '../ui/Layout.tsx'
import { ToastRegion } from '../ui/ToastRegion.tsx'
import { Outdated } from './Outdated.tsx'
import { Rail } from './Rail.tsx'
import { type Counts, recounted, rereads } from './rereads.ts'
import { Search } from './Search.tsx'
import styles from './Shell.module.css'

/** What the server says has changed is read again wherever it is shown, and all of it where that may have been missed. */
const useLiveRereads = (): void => {
  const counts = useRef<Counts>({})
  useHeard('orders', () => reread(...rereads.orders))
  useHeard('reports', () => reread(...rereads.reports))
  useHeard('flags', () => reread(...rereads.flags))
  useHeard('catalogue', () => reread(...rereads.catalogue))
  useHeard('conversation', () => reread(...rereads.conversation))
  useHeard('welcome', () => reread(...rereads.welcome))
  useHeard('missed', () => reread(...rereads.missed))
  useHeard('counts', (now) => {
    void reread(...recounted(counts.current, now))
    counts.current = now
  })
}

/** What is around every page: the rail, the top bar, notes. */
export const Shell = ({ children }: { children: ReactNode }) => {
  const page = useMatches().at(-1)
  const title = pages.find(({ path }) => path === page?.fullPath)?.title ?? 'Desk'
  const isConnected = useLive((state) => state.isConnected)
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  useLiveRereads()
  useEffect(() => {
    document.title = `${title} – Minefall desk`
  }, [title])
  return (
    <div className={styles.app}>
      <a className={styles.skip} href="#main">
        Go to the page
      </a>
      <Rail />
      <header className={styles.top}>
        <PageTitle key={page?.pathname}>{title}</PageTitle>
        <Search />
        <div className={styles.right}>
          {!isConnected && (
            <span className={styles.off} role="status">
              Not live: connecting…
            </span>
          )}
          <Outdated />
          <div ref={setSlot} className={styles.slot} />
        </div>
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        <TopSlotPlace value={slot}>{children}</TopSlotPlace>
      </main>
      <ToastRegion />
    </div>
  )
}
