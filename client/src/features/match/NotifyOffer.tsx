import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotifications } from '../../lib/notifications.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './gathering.module.css'

/** Whether the player has looked elsewhere since this was first shown. */
const useWasAway = (): boolean => {
  const [wasAway, setWasAway] = useState(false)
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'hidden') setWasAway(true)
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return wasAway
}

const Offer = ({ onAccept }: { onAccept(): void }) => {
  const { t } = useTranslation('device')
  return (
    <p className={styles.held}>
      <span>{t('notifications.offer')}</span>
      <Button variant="text" icon="bell" onClick={onAccept}>
        {t('notifications.accept')}
      </Button>
    </p>
  )
}

/** Who leaves the tab while a table fills may want to be told when it is full: asked then, and by a press alone. */
export const NotifyOffer = () => {
  const { state, turnOn } = useNotifications()
  const wasAway = useWasAway()
  if (!wasAway || state !== 'unasked') return null
  return (
    <Suspense fallback={null}>
      <Offer onAccept={turnOn} />
    </Suspense>
  )
}
