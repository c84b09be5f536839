import { useTranslation } from 'react-i18next'
import { errorText } from '../../calls/notices.ts'
import { useFailureText } from '../../parts/use-failure-text.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Note } from '../../ui/Note.tsx'
import type { usePlay } from './use-play.ts'

/** What keeps the settings from being shown, or from being up to date: why, and once more. */
export const PlayTrouble = ({ of }: { of: ReturnType<typeof usePlay> }) => {
  const { t } = useTranslation(['play', 'common'])
  const failure = useFailureText(of.error)
  if (of.isPending)
    return of.fetchStatus === 'paused' ? (
      <EmptyState face="sweat" title={t('waiting.title')} text={t('waiting.text')} role="status" />
    ) : null
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
    <EmptyState face="sweat" title={t('failed')} text={failure} role="alert">
      {again}
    </EmptyState>
  )
}
