import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/Icon.tsx'
import styles from './profile.module.css'

const subscribe = (listener: () => void) => onlineManager.subscribe(listener)

/** Says while there is no network that nothing can be saved: the page's own banner is behind the sheet. */
export const OfflineNote = () => {
  const { t } = useTranslation('profile')
  const isOnline = useSyncExternalStore(subscribe, () => onlineManager.isOnline())
  if (isOnline) return null
  return (
    <p className={styles.trouble} role="status">
      <Icon name="offline" />
      <span>{t('offline')}</span>
    </p>
  )
}
