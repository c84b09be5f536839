import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/notices.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import styles from './profile.module.css'

type Asked = {
  error: unknown
  isError: boolean
  isFetching: boolean
  /** `paused` while the browser has no network. */
  fetchStatus: string
  isPending: boolean
  refetch(): unknown
}

/** In the place of what could not be loaded: why, and once more. Nothing while it loads or when it is there. */
export const LoadTrouble = ({ asked, what }: { asked: Asked; what: string }) => {
  const { t } = useTranslation(['profile', 'common'])
  if (asked.isPending && asked.fetchStatus === 'paused')
    return (
      <p className={styles.trouble} role="status">
        <Icon name="offline" />
        <span>{t('trouble.offline', { what })}</span>
      </p>
    )
  if (!asked.isError) return null
  return (
    <div className={styles.trouble} role="alert">
      <Icon name="alert" />
      <span>
        {t('trouble.failed', { what })} {errorText(asked.error)}
      </span>
      <Button variant="text" busy={asked.isFetching} onClick={() => asked.refetch()}>
        {t('common:action.retry')}
      </Button>
    </div>
  )
}
