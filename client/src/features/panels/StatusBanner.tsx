import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { newRelease, useNewRelease } from '../../lib/new-release.ts'
import { connectionActor, useConnection } from '../../machines/connection/index.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import noticePanel from './notice-panel.module.css'
import styles from './StatusBanner.module.css'

const Offer = () => {
  const { t } = useTranslation('device')
  return (
    <section className={noticePanel.panel} aria-labelledby="update-title">
      <Icon className={noticePanel.sign} name="again" size={24} />
      <div role="status">
        <h2 id="update-title" className={noticePanel.title}>
          {t('update.title')}
        </h2>
        <p className={noticePanel.text}>{t('update.text')}</p>
      </div>
      <div className={noticePanel.actions}>
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
const UpdatePanel = () => {
  const state = useNewRelease()
  const isSeated = useConnection(({ context }) => context.seated !== null)
  if (state !== 'ready' || isSeated) return null
  return (
    <Suspense fallback={null}>
      <Offer />
    </Suspense>
  )
}

/** Over the page: no connection, or a newer release. Nothing when all is well. */
export const StatusBanner = () => {
  const { t } = useTranslation(['panels', 'connection'])
  const offline = useConnection(({ context }) => context.isOffline)
  const ended = useConnection((snapshot) => snapshot.matches('ended'))
  const closeCode = useConnection(({ context }) => context.closeCode)
  const isDown = useConnection(({ context }) => context.isDown)

  if (ended && closeCode)
    return (
      <p className={classes(styles.banner, styles.bad)} role="alert">
        <Icon name="offline" />
        <span className={styles.text}>{t(`connection:close.${closeCode}`)}</span>
        <Button className={styles.action} variant="text" onClick={() => window.location.reload()}>
          {t('banner.reload')}
        </Button>
      </p>
    )
  if (offline || isDown)
    return (
      <p className={styles.banner} role="status">
        <Icon name="offline" />
        <span className={styles.text}>{t(offline ? 'banner.offline' : 'banner.connecting')}</span>
        {!offline && (
          <Button
            className={styles.action}
            variant="text"
            onClick={() => connectionActor.send({ type: 'connection.retry' })}
          >
            {t('banner.retry')}
          </Button>
        )}
      </p>
    )
  return <UpdatePanel />
}
