import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { Step } from '../parts/Step.tsx'
import { useFailureText } from '../parts/use-failure-text.ts'
import type { useChannels } from '../use-channels.ts'

const rows = [0, 1, 2, 3, 4] as const

const Waiting = () => (
  <Step>
    <Skeleton width="5rem" height="20px" />
    <Skeleton height="64px" />
    <Skeleton height="44px" />
    {rows.map((row) => (
      <Skeleton key={row} height="68px" />
    ))}
  </Step>
)

/** Why there is no way to pay to choose: it still loads, it did not, or none is open. */
export const NoChannels = ({ of }: { of: ReturnType<typeof useChannels> }) => {
  const { t } = useTranslation(['deposit', 'common'])
  const failure = useFailureText(of.error)
  if (of.isPending)
    return of.fetchStatus === 'paused' ? (
      <EmptyState face="sweat" title={t('waiting.title')} text={t('waiting.text')} role="status" />
    ) : (
      <Waiting />
    )
  if (of.isError)
    return (
      <EmptyState face="sweat" title={t('failed')} text={failure} role="alert">
        <Button icon="again" busy={of.isFetching} onClick={() => of.refetch()}>
          {t('common:action.retry')}
        </Button>
      </EmptyState>
    )
  return <EmptyState face="wink" title={t('closed.title')} text={t('closed.text')} />
}
