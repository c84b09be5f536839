import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/Icon.tsx'
import styles from './reconnect.module.css'

/** Says once, politely, that play stands still and that nobody need do anything. The region is there before its words. */
export const PausedBanner = ({ paused, className }: { paused: boolean; className: string | undefined }) => {
  const { t } = useTranslation('match')
  return (
    <div className={className} role="status" data-paused={paused}>
      {paused && (
        <div className={styles.banner}>
          <Icon name="pause" />
          <span>{t('paused')}</span>
        </div>
      )}
    </div>
  )
}
