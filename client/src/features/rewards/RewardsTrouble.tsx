import { useTranslation } from 'react-i18next'
import { errorText } from '../../calls/notices.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Note } from '../../ui/Note.tsx'

type Asked = {
  error: unknown
  isError: boolean
  isFetching: boolean
  isPending: boolean
  /** `paused` while the browser has no network. */
  fetchStatus: string
  data: unknown
  refetch(): unknown
}

/** What keeps gifts from being shown, or from being up to date: why, and once more. Nothing while they load. */
export const RewardsTrouble = ({ of }: { of: Asked }) => {
  const { t } = useTranslation(['vip', 'common'])
  if (of.isPending && of.fetchStatus === 'paused')
    return <EmptyState face="sweat" title={t('waiting.title')} text={t('waiting.text')} role="status" />
  if (!of.isError) return null
  const again = (
    <Button icon="again" busy={of.isFetching} onClick={() => of.refetch()}>
      {t('common:action.retry')}
    </Button>
  )
  return of.data ? (
    <Note icon="alert" role="alert" action={again}>
      {t('common:sentences', { first: t('old'), second: errorText(of.error) })}
    </Note>
  ) : (
    <EmptyState face="sweat" title={t('failed')} text={errorText(of.error)} role="alert">
      {again}
    </EmptyState>
  )
}
