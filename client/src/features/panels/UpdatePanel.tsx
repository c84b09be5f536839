import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { newRelease, useNewRelease } from '../../lib/new-release.ts'
import { useConnection } from '../../machines/connection/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import styles from './notice-panel.module.css'

const Offer = () => {
  const { t } = useTranslation('device')
  return (
    <section className={styles.panel} aria-labelledby="update-title">
      <Icon className={styles.sign} name="again" size={24} />
      <div role="status">
        <h2 id="update-title" className={styles.title}>
          {t('update.title')}
        </h2>
        <p className={styles.text}>{t('update.text')}</p>
      </div>
      <div className={styles.actions}>
        <Button variant="text" onClick={newRelease.postpone}>
          {t('update.later')}
        </Button>
        <Button variant="primary" onClick={() => window.location.reload()}>
          {t('update.now')}
        </Button>
      </div>
    </section>
  )
}

/** A newer release than this page: offered, and never while the player has a seat. */
export const UpdatePanel = () => {
  const state = useNewRelease()
  const isSeated = useConnection(({ context }) => context.seated !== null)
  if (state !== 'ready' || isSeated) return null
  return (
    <Suspense fallback={null}>
      <Offer />
    </Suspense>
  )
}
