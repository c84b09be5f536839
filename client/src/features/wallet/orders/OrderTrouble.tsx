import { bodyCode } from '@minefall/shared/contracts'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../calls/notices.ts'
import { isCallError } from '../../../lib/call-error.ts'
import { useFailureText } from '../../../parts/use-failure-text.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Note } from '../../../ui/Note.tsx'
import type { useOrder } from './use-orders.ts'

/** What keeps an order from being shown, or from being up to date: why, and once more. */
export const OrderTrouble = ({ of }: { of: ReturnType<typeof useOrder> }) => {
  const { t } = useTranslation(['orders', 'common'])
  const failure = useFailureText(of.error)
  if (of.isPending && of.fetchStatus === 'paused')
    return <EmptyState face="sweat" title={t('waiting.title')} text={t('waiting.text')} role="status" />
  if (!of.isError) return null
  const isNone = isCallError(of.error) && of.error.code === bodyCode.notFound
  if (isNone)
    return <EmptyState face="sweat" title={t('detailNone')} text={t('detailNoneText')} role="alert" />
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
    <EmptyState face="sweat" title={t('detailFailed')} text={failure} role="alert">
      {again}
    </EmptyState>
  )
}
