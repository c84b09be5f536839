import { bodyCode } from '@minefall/shared/contracts'
import { useTranslation } from 'react-i18next'
import { isCallError } from '../../../lib/call-error.ts'
import { QueryState } from '../../../parts/QueryState.tsx'
import { useFailureText } from '../../../parts/use-failure-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import type { useOrder } from './use-orders.ts'

/** What keeps an order from being shown, or from being up to date; one that there is not is not asked for again. */
export const OrderTrouble = ({ of }: { of: ReturnType<typeof useOrder> }) => {
  const { t } = useTranslation('orders')
  const failure = useFailureText(of.error)
  const isNone = of.isError && isCallError(of.error) && of.error.code === bodyCode.notFound
  if (isNone)
    return <EmptyState face="sweat" title={t('detailNone')} text={t('detailNoneText')} role="alert" />
  return (
    <QueryState
      of={of}
      waiting={{ title: t('waiting.title'), text: t('waiting.text') }}
      failed={{ title: t('detailFailed'), text: failure }}
      old={t('old')}
    />
  )
}
