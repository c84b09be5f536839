import type { Channel, DepositPreview } from '@minefall/shared/contracts'
import { useTranslation } from 'react-i18next'
import { formatCoins, formatRate, formatShare, formatSum } from '../../../lib/format.ts'
import { Sums } from '../parts/Sums.tsx'

/** What an order would come to, line by line. */
export const PreviewSums = ({ preview, channel }: { preview: DepositPreview; channel: Channel }) => {
  const { t, i18n } = useTranslation(['deposit', 'orders'])
  const locale = i18n.language
  const { currency, amount } = preview
  const sum = (text: string) => formatSum(text, currency, locale)
  const fee =
    channel.feeBps > 0 ? t('sum.feeOf', { share: formatShare(channel.feeBps, locale) }) : t('sum.fee')
  return (
    <Sums
      lines={[
        {
          name: t('sum.amount'),
          value: t('orders:coins', { count: Number(amount), amount: formatCoins(amount, locale) }),
        },
        {
          name: t('sum.rate'),
          value: t('orders:rate', { worth: formatRate(preview.rate, currency, locale) }),
        },
        { name: t('sum.fiat'), value: sum(preview.fiat) },
        { name: fee, value: sum(preview.fee) },
        { name: t('sum.total'), value: sum(preview.total), isTotal: true },
      ]}
    />
  )
}
