import { useTranslation } from 'react-i18next'
import { errorText } from '../../calls/notices.ts'
import type { AskedQuery } from '../../parts/QueryState.tsx'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'

/** In place of what could not be loaded: why, and once more. Nothing while it loads or when it is there. */
export const LoadTrouble = ({ asked, what }: { asked: AskedQuery; what: string }) => {
  const { t } = useTranslation(['profile', 'common'])
  if (asked.isPending && asked.fetchStatus === 'paused')
    return <Note icon="offline">{t('trouble.offline', { what })}</Note>
  if (!asked.isError) return null
  return (
    <Note
      icon="alert"
      role="alert"
      action={
        <Button variant="text" busy={asked.isFetching} onClick={() => asked.refetch()}>
          {t('common:action.retry')}
        </Button>
      }
    >
      {t('common:sentences', { first: t('trouble.failed', { what }), second: errorText(asked.error) })}
    </Note>
  )
}
