import type { Order } from '@minefall/shared/contracts/rest'
import { useTranslation } from 'react-i18next'
import { formatCoins, formatDateTime, formatRate, formatSum } from '../../../lib/format.ts'

/** Writes what an order is made of in the player's language. */
export const useOrderText = () => {
  const { t, i18n } = useTranslation('orders')
  const locale = i18n.language
  return {
    coins: (amount: string) => t('coins', { count: Number(amount), amount: formatCoins(amount, locale) }),
    sum: (sum: string, { currency }: Pick<Order, 'currency'>) => formatSum(sum, currency, locale),
    rate: ({ rate, currency }: Pick<Order, 'rate' | 'currency'>) =>
      t('rate', { worth: formatRate(rate, currency, locale) }),
    method: ({ kind, method, network }: Pick<Order, 'kind' | 'method' | 'network'>) => {
      const name = t(`${kind === 'deposit' ? 'method' : 'methodIn'}.${method}`)
      return network === null ? name : `${name} ${network}`
    },
    time: (at: number) => formatDateTime(at, locale),
  }
}
