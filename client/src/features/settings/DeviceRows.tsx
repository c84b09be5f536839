import { useTranslation } from 'react-i18next'
import { useInstall } from '../../lib/install.ts'
import { useNotifications } from '../../lib/notifications.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './rows.module.css'
import { SwitchRow } from './SwitchRow.tsx'

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
export const DeviceRows = () => {
  const install = useInstall()
  const notifications = useNotifications()
  return (
    <>
      {notifications.state !== 'absent' && <NotificationsRow />}
      {install.state === 'offered' && <InstallRow />}
    </>
  )
}
