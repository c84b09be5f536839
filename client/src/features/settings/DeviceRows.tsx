import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useInstall } from '../../lib/install.ts'
import { useNotifications } from '../../lib/notifications.ts'
import { Button } from '../../ui/Button.tsx'
import styles from '../match/settings.module.css'

const NotificationsRow = () => {
  const { t } = useTranslation('device')
  const { state, turnOn, turnOff } = useNotifications()
  const id = useId()
  const isOn = state === 'on'
  return (
    <div className={styles.row}>
      <label htmlFor={id}>
        {t('notifications.title')}
        <small>{t(state === 'blocked' ? 'notifications.blocked' : 'notifications.text')}</small>
      </label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className={styles.switch}
        checked={isOn}
        aria-checked={isOn}
        disabled={state === 'blocked'}
        onChange={() => (isOn ? turnOff() : turnOn())}
      />
    </div>
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
      <Button onClick={ask}>{t('install.action')}</Button>
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
