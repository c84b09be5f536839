import type { Channel, WithdrawPreview } from '@minefall/shared/contracts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatCoins, formatShare, formatSum } from '../../../lib/format.ts'
import { errorText } from '../../../lib/notices.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { Sums } from '../parts/Sums.tsx'

type PreviewSumsProps = {
  way: Channel | null
  preview: UseQueryResult<WithdrawPreview> | null
  /** There is something to work out. */
  isAsked: boolean
}

/** Fee and what is paid out as the server works them out, or why it can't. */
export const PreviewSums = ({ way, preview, isAsked }: PreviewSumsProps) => {
  const { t, i18n } = useTranslation(['withdraw', 'common'])
  if (preview?.isError)
    return (
      <Note
        icon="alert"
        role="alert"
        action={
          <Button variant="text" busy={preview.isFetching} onClick={() => preview.refetch()}>
            {t('common:action.retry')}
          </Button>
        }
      >
        {errorText(preview.error, 'calculation-failed')}
      </Note>
    )
  const sums = preview?.data
  const none = isAsked ? <Skeleton width="6rem" height="1.25rem" /> : '–'
  return (
    <div aria-live="polite" aria-busy={isAsked && !sums}>
      <Sums
        lines={[
          {
            name:
              way && way.feeBps > 0
                ? t('feeOf', { share: formatShare(way.feeBps, i18n.language) })
                : t('fee'),
            value: sums
              ? t('coins', {
                  count: Number(sums.feeCoins),
                  amount: formatCoins(sums.feeCoins, i18n.language),
                })
              : none,
          },
          {
            name: t('receive'),
            value: sums ? formatSum(sums.total, sums.currency, i18n.language) : none,
            isTotal: true,
          },
        ]}
      />
    </div>
  )
}
