import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { setUsageStatistics, useUsageStatistics } from '../../analytics/consent.ts'
import { useInstall } from '../../lib/install.ts'
import { useNotifications } from '../../lib/notifications.ts'
import { LanguageChoice } from '../../parts/LanguageChoice.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { ReadyCount } from '../../ui/ReadyCount.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { openChat, useUnread } from '../chat/index.ts'
import { ReportButton } from '../support/index.ts'
import { useTheme, useThemeName } from '../themes/index.ts'
import { PlaySettings, SwitchRow } from './PlaySettings.tsx'
import styles from './rows.module.css'

const NotificationsRow = () => {
  const { t } = useTranslation('device')
  const { state, turnOn, turnOff } = useNotifications()
  return (
    <SwitchRow
      label={t('notifications.title')}
      hint={t(state === 'blocked' ? 'notifications.blocked' : 'notifications.text')}
      isOn={state === 'on'}
      disabled={state === 'blocked'}
      onChange={(on) => void (on ? turnOn() : turnOff())}
    />
  )
}

const InstallRow = () => {
  const { t } = useTranslation('device')
  const { ask } = useInstall()
  return (
    <div className={styles.row}>
      <p>
        {t('install.title')}
        <small>{t('install.text')}</small>
      </p>
      <Button data-click="install" onClick={ask}>
        {t('install.action')}
      </Button>
    </div>
  )
}

/** What this device can do besides showing pages: each row is there only where the browser has it. */
const DeviceRows = () => {
  const install = useInstall()
  const notifications = useNotifications()
  return (
    <>
      {notifications.state !== 'absent' && <NotificationsRow />}
      {install.state === 'offered' && <InstallRow />}
    </>
  )
}

const Look = () => {
  const { t } = useTranslation(['settings', 'themes'])
  const nameOf = useThemeName()
  const theme = useTheme()
  const title = useId()
  return (
    <section className={styles.group} aria-labelledby={title}>
      <h3 id={title} className={styles.title}>
        {t('look.title')}
      </h3>
      <div className={styles.row}>
        <p>{t('look.language')}</p>
        <LanguageChoice named />
      </div>
      <div className={styles.row}>
        <p>
          {t('look.theme')}
          <small>{nameOf(theme).name}</small>
        </p>
        <span className={styles.swatch} aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
        <Link
          className={buttonClass()}
          to="/"
          search={{ modal: 'themes' }}
          aria-label={`${t('look.change')}, ${t('look.theme')}`}
        >
          {t('look.change')}
        </Link>
      </div>
    </section>
  )
}

const Device = () => {
  const { t } = useTranslation('settings')
  const usage = useUsageStatistics()
  const title = useId()
  return (
    <section className={styles.group} aria-labelledby={title}>
      <h3 id={title} className={styles.title}>
        {t('device.title')}
      </h3>
      <DeviceRows />
      <SwitchRow
        label={t('device.usage')}
        hint={t(usage === 'refused' ? 'device.usageRefused' : 'device.usageText')}
        isOn={usage === 'on'}
        disabled={usage === 'refused'}
        onChange={setUsageStatistics}
      />
    </section>
  )
}

const Help = ({ onClose }: { onClose(): void }) => {
  const { t } = useTranslation(['settings', 'common', 'panels'])
  const unread = useUnread()
  const title = useId()
  return (
    <section className={styles.group} aria-labelledby={title}>
      <h3 id={title} className={styles.title}>
        {t('help.title')}
      </h3>
      <div className={styles.row}>
        <p>
          <span>
            {t('common:action.support')} <ReadyCount count={unread} />
          </span>
          <small>{unread > 0 ? t('panels:layout.unread', { count: unread }) : t('help.chatText')}</small>
        </p>
        <Button
          data-click="open-chat"
          aria-label={`${t('help.open')}, ${t('common:action.support')}`}
          onClick={() => {
            onClose()
            openChat()
          }}
        >
          {t('help.open')}
        </Button>
      </div>
      <div className={styles.row}>
        <p>
          {t('help.report')}
          <small>{t('help.reportText')}</small>
        </p>
        <ReportButton variant="neutral">{t('help.write')}</ReportButton>
      </div>
      <div className={styles.row}>
        <p>
          {t('help.play')}
          <small>{t('help.playText')}</small>
        </p>
        <Link
          className={buttonClass()}
          to="/"
          search={{ modal: 'play' }}
          aria-label={`${t('help.open')}, ${t('help.play')}`}
        >
          {t('help.open')}
        </Link>
      </div>
    </section>
  )
}

/** How the product speaks, looks, sounds and feels in this browser, and where to turn to. */
export const SettingsModal = ({ onClose }: { onClose(): void }) => {
  const { t } = useTranslation(['settings', 'panels', 'device', 'themes'])
  return (
    <Sheet title={t('title')} onClose={onClose} size="narrow" className={styles.groups}>
      <Look />
      <PlaySettings />
      <Device />
      <Help onClose={onClose} />
      <p className={styles.kept}>{t('help.kept')}</p>
    </Sheet>
  )
}
